package io.rollingwindow.clickhouse;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections of the ClickHouse JDBC driver for control statements. Called from many threads;
 * each connection is used by one thread at a time and closed after use, so a pool may stand behind
 * it. The driver's own classes must be reachable by {@link java.sql.Wrapper#unwrap}, because
 * operation ids and settings are set through them.
 */
@FunctionalInterface
public interface ControlConnections {

  /**
   * Opens a connection.
   *
   * @return a connection to the server and account that the bulk client reaches too
   * @throws SQLException when it cannot be opened
   */
  Connection open() throws SQLException;
}
