package io.rollingwindow.clickhouse.internal;

import java.time.Duration;

/** Finds, kills and joins the requests of an operation, by what they carry, on the server. */
final class RunningRequests {

  private final ControlSession session;
  private final Duration limit;

  /**
   * Requests as seen by a session.
   *
   * @param session a session of another operation than those that are asked about
   * @param limit how long a request may take to end
   */
  RunningRequests(ControlSession session, Duration limit) {
    this.session = session;
    this.limit = limit;
  }

  /** Kills every request of the operation and waits until none is left; false when some stay. */
  boolean killAndJoin(String operation) {
    if (!isRunning(operation)) {
      return true;
    }
    return Deadline.await(
        limit,
        () -> {
          // Repeated, because a request may have arrived after the first one was sent.
          session.query(
              "KILL QUERY WHERE " + carries(operation) + " ASYNC", row -> row.getString(1));
          return !isRunning(operation);
        });
  }

  /** Waits until the operation has no request left; false when the time is over. */
  boolean join(String operation, Duration patience) {
    return Deadline.await(patience, () -> !isRunning(operation));
  }

  boolean isRunning(String operation) {
    return session.one(
        "SELECT count() FROM system.processes WHERE " + carries(operation),
        row -> row.getLong(1) > 0);
  }

  private static String carries(String operation) {
    return "(query_id = %s OR startsWith(query_id, %s) OR Settings['log_comment'] = %s)"
        .formatted(Sql.text(operation), Sql.text(operation + "/"), Sql.text(operation));
  }
}
