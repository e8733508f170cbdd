package io.rollingwindow.it.docs;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/** Ends requests at a ClickHouse server: kills them and waits until the server has none left. */
final class AccountRequests {

  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final Connection connection;
  private final Duration longest;

  AccountRequests(Connection connection, Duration longest) {
    this.connection = connection;
    this.longest = longest;
  }

  // [end-requests]
  /** What this account still does besides reading. */
  private static final String WRITING =
      "user = currentUser() AND query_kind NOT IN ('Select', 'Show', 'Describe', 'KillQuery')";

  /** What carries an operation id of the library, as query id, its beginning or log comment. */
  private static final String OF_OPERATION =
      "(query_id = ? OR startsWith(query_id, concat(?, '/')) OR Settings['log_comment'] = ?)";

  void endAllWriting() throws SQLException, TimeoutException {
    end(WRITING);
  }

  void endOperation(String operationId) throws SQLException, TimeoutException {
    end(OF_OPERATION, operationId, operationId, operationId);
  }

  private void end(String which, String... values) throws SQLException, TimeoutException {
    long deadline = System.nanoTime() + longest.toNanos();
    while (isAnyRunning(which, values)) {
      // Sent again each time: a request may have arrived after the first kill.
      try (PreparedStatement kill =
          connection.prepareStatement("KILL QUERY WHERE " + which + " ASYNC")) {
        bind(kill, values).execute();
      }
      if (System.nanoTime() > deadline) {
        throw new TimeoutException("requests of the account did not end at the server");
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
  }

  private boolean isAnyRunning(String which, String... values) throws SQLException {
    try (PreparedStatement count =
            connection.prepareStatement("SELECT count() FROM system.processes WHERE " + which);
        ResultSet row = bind(count, values).executeQuery()) {
      return !row.next() || row.getLong(1) > 0;
    }
  }

  // [/end-requests]

  private static PreparedStatement bind(PreparedStatement statement, String... values)
      throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setString(i + 1, values[i]);
    }
    return statement;
  }
}
