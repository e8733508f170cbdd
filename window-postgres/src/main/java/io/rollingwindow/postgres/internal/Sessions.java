package io.rollingwindow.postgres.internal;

import io.rollingwindow.postgres.PgConnectionFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * All open sessions of one snapshot. It finds a factory that gives a connection twice. Safe for
 * many threads.
 */
final class Sessions {

  private final PgConnectionFactory connections;
  private final List<PgSession> open = new ArrayList<>();
  private boolean closed;

  Sessions(PgConnectionFactory connections) {
    this.connections = connections;
  }

  /**
   * Opens one more session.
   *
   * @throws UnusableConnectionException when the factory gave a connection that is in use; that one
   *     is left as it is
   * @throws SnapshotGoneException when the snapshot was closed in the meantime
   */
  PgSession open() throws SQLException {
    PgSession session = PgSession.open(connections);
    synchronized (this) {
      if (open.stream().anyMatch(session::sharesConnectionWith)) {
        throw new UnusableConnectionException(
            "The connection factory gave a connection that is in use already.");
      }
      if (!closed) {
        open.add(session);
        return session;
      }
    }
    session.close();
    throw new SnapshotGoneException("The snapshot was closed.", null);
  }

  /** Ends a session that is in no statement. */
  void close(PgSession session) {
    forget(session);
    session.close();
  }

  /** Ends a session whatever it is doing. */
  void abort(PgSession session) {
    forget(session);
    session.abortAndClose();
  }

  /** Opens no more from now on. */
  synchronized void refuseMore() {
    closed = true;
  }

  private synchronized void forget(PgSession session) {
    open.remove(session);
  }
}
