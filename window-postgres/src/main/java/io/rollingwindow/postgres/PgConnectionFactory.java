package io.rollingwindow.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * Opens connections to the one server and database that a source reads. It is called by many
 * threads at once, and every call must give an independent session of the PostgreSQL driver: never
 * a connection that was given before and is not closed.
 *
 * <p>Connections are used inside one read-only transaction and closed; one whose read was broken
 * off is aborted first. A pooling proxy around the driver's connection works but gains nothing. A
 * pooler between driver and server must keep a transaction on one server connection, and must not
 * spread connections over several servers.
 *
 * <p>How long connecting may take is bounded by the driver's {@code connectTimeout} and {@code
 * loginTimeout}, which are the application's to set.
 */
@FunctionalInterface
public interface PgConnectionFactory {

  /**
   * Opens a connection.
   *
   * @return a new connection in no transaction; the source closes it
   * @throws SQLException when none can be had
   */
  Connection open() throws SQLException;
}
