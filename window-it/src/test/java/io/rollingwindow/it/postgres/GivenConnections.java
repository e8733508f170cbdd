package io.rollingwindow.it.postgres;

import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.postgres.PostgresWindowSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Remembers the connections that it gives: the keeper's first, then the workers'. */
final class GivenConnections {

  private final PostgresEndpoint endpoint;
  private final List<Connection> given = new CopyOnWriteArrayList<>();

  GivenConnections(PostgresEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  PostgresWindowSource source(String table) {
    return PostgresWindowSource.builder()
        .connections(this::open)
        .schema("public")
        .table(table)
        .build();
  }

  private Connection open() throws SQLException {
    Connection connection = endpoint.connect();
    given.add(connection);
    return connection;
  }

  /** Runs a statement inside a session of the source. */
  void execute(int index, String sql) throws SQLException {
    try (Statement statement = given.get(index).createStatement()) {
      statement.execute(sql);
    }
  }
}
