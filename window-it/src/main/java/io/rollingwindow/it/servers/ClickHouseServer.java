package io.rollingwindow.it.servers;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;

/** A running ClickHouse server. */
public interface ClickHouseServer extends AutoCloseable {

  /** The database that the server was started or given with. */
  ClickHouseEndpoint endpoint();

  /** The means to kill it, where tests own the process. */
  Optional<Killable> killable();

  /** Makes an empty database that no other test uses. */
  default ClickHouseEndpoint freshDatabase() throws SQLException {
    String name = DatabaseNames.fresh();
    try (Connection connection = endpoint().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE DATABASE " + name + " ENGINE = Atomic");
    }
    return endpoint().inDatabase(name);
  }

  /** Stops the server if it was started here. */
  @Override
  void close();
}
