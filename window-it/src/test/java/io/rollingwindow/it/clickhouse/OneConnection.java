package io.rollingwindow.it.clickhouse;

import io.rollingwindow.clickhouse.ControlConnections;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.sql.Connection;
import java.sql.SQLException;

/** A pool of one connection that does not wait for it to come back. */
final class OneConnection implements ControlConnections {

  private final ClickHouseEndpoint endpoint;
  private Connection given;
  private int refused;

  OneConnection(ClickHouseEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  @Override
  public synchronized Connection open() throws SQLException {
    if (given != null && !given.isClosed()) {
      refused++;
      throw new SQLException("the only connection is in use");
    }
    given = endpoint.connect();
    return given;
  }

  /** How often somebody asked for it while it was in use. */
  synchronized int refused() {
    return refused;
  }
}
