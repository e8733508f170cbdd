package io.rollingwindow.postgres.internal;

import io.rollingwindow.postgres.PgConnectionFactory;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * One server session inside one read-only transaction, from opening to closing. It holds the
 * connection itself, so that the driver cannot take it for garbage while a COPY runs.
 *
 * <p>For one thread at a time; only {@link #abort} may be called beside a running call.
 */
final class PgSession implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(PgSession.class.getName());

  private final Connection connection;
  private final PGConnection driver;

  private PgSession(Connection connection, PGConnection driver) {
    this.connection = connection;
    this.driver = driver;
  }

  /**
   * Takes a connection from the factory, and leaves it as it is.
   *
   * @throws UnusableConnectionException when the factory does not give what it must
   */
  static PgSession open(PgConnectionFactory connections) throws SQLException {
    Connection connection = connections.open();
    if (connection == null) {
      throw new UnusableConnectionException("The connection factory gave no connection.");
    }
    return new PgSession(connection, unwrap(connection));
  }

  /** Whether the other one stands on the same connection. */
  boolean sharesConnectionWith(PgSession other) {
    return connection == other.connection || driver == other.driver;
  }

  /** Leaves transactions to our own statements. */
  void manageTransactions() throws SQLException {
    connection.setAutoCommit(true);
  }

  private static PGConnection unwrap(Connection connection) throws SQLException {
    try {
      return connection.unwrap(PGConnection.class);
    } catch (SQLException e) {
      closeQuietly(connection);
      throw new UnusableConnectionException(
          "The connection factory gave a connection that is not of the PostgreSQL driver.", e);
    }
  }

  /** The version of the server, e.g. 14. */
  int majorVersion() throws SQLException {
    return connection.getMetaData().getDatabaseMajorVersion();
  }

  /** Bounds how long an answer of the server may stay out; the connection is lost after that. */
  void answerWithin(Duration time) throws SQLException {
    long millis = Math.min(Integer.MAX_VALUE, Math.max(1, time.toMillis()));
    connection.setNetworkTimeout(Runnable::run, (int) millis);
  }

  /** Runs statements that have no result, in one round trip. */
  void execute(List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(String.join("; ", statements));
    }
  }

  /** Runs a query and reads its answer. */
  <T> T query(String sql, RowReader<T> reader) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      return reader.read(answer);
    }
  }

  CopyManager copyManager() throws SQLException {
    return driver.getCopyAPI();
  }

  /** Breaks the connection off at once, whatever it is doing; never blocks on the server. */
  void abort() {
    try {
      if (driver instanceof Connection raw) {
        raw.abort(Runnable::run);
      } else {
        connection.abort(Runnable::run);
      }
    } catch (SQLException | RuntimeException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection could not be aborted", e);
    }
  }

  /** Closes after an abort too, so that a pool behind the factory learns of it. */
  void abortAndClose() {
    abort();
    closeQuietly(connection);
  }

  /** Ends the transaction and with it every setting, then the session. */
  @Override
  public void close() {
    try {
      if (!connection.isClosed()) {
        answerWithin(Duration.ofSeconds(5));
        execute(List.of("ROLLBACK"));
      }
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection was lost before it was closed", e);
      abort();
    } finally {
      closeQuietly(connection);
    }
  }

  private static void closeQuietly(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "A connection could not be closed", e);
    }
  }

  /** Reads one answer. */
  @FunctionalInterface
  interface RowReader<T> {

    /** Reads from before the first row. */
    T read(ResultSet answer) throws SQLException;
  }
}
