package io.rollingwindow.it.docs;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.clickhouse.ControlConnections;
import io.rollingwindow.postgres.PgConnectionFactory;
import io.rollingwindow.spi.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * An example of a guard: everything that writes into the target is a job of one scheduler, and
 * every such job takes the same lock in the scheduler's PostgreSQL first. What it does not prove is
 * said in {@code docs/writer-guard.md}.
 */
final class SchedulerLockGuard implements ExclusiveWindowWriterGuard {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final PgConnectionFactory scheduler;
  private final ControlConnections clickHouse;

  SchedulerLockGuard(PgConnectionFactory scheduler, ControlConnections clickHouse) {
    this.scheduler = scheduler;
    this.clickHouse = clickHouse;
  }

  // [lock-fence]
  /** One row for each target: the newest fencing token that any process has shown. */
  static final String CREATE_TABLE =
      "CREATE TABLE IF NOT EXISTS public.writer_fence ("
          + "target_id text PRIMARY KEY, fencing_token bigint NOT NULL)";

  private static final String SHOW_TOKEN =
      "INSERT INTO public.writer_fence AS seen VALUES (?, ?)"
          + " ON CONFLICT (target_id) DO UPDATE SET fencing_token = EXCLUDED.fencing_token"
          + " WHERE seen.fencing_token <= EXCLUDED.fencing_token";

  @Override
  public void assertLease(Lease lease) throws SQLException {
    try (Connection connection = scheduler.open()) {
      assertLease(connection, lease);
    }
  }

  private static void assertLease(Connection connection, Lease lease) throws SQLException {
    try (PreparedStatement show = connection.prepareStatement(SHOW_TOKEN)) {
      show.setString(1, lease.targetId());
      show.setLong(2, lease.fencingToken());
      if (show.executeUpdate() != 1) {
        throw new IllegalStateException("a newer lease of " + lease.targetId() + " was seen");
      }
    }
  }

  @Override
  public void fenceAttempt(Lease lease, String operationId) throws SQLException, TimeoutException {
    assertLease(lease);
    // The lock says nothing of requests that run on at ClickHouse, so they are ended there.
    try (Connection connection = clickHouse.open()) {
      new AccountRequests(connection, LONGEST_WAIT).endOperation(operationId);
    }
  }

  // [/lock-fence]

  // [lock-hold]
  @Override
  public void validate(String targetId) throws SQLException {
    try (Connection connection = scheduler.open()) {
      if (!ask(connection, "SELECT to_regclass('public.writer_fence') IS NOT NULL")) {
        throw new IllegalStateException("the table public.writer_fence was not created");
      }
    }
  }

  @Override
  public Hold hold(Lease lease) throws SQLException, TimeoutException {
    Connection session = scheduler.open();
    try {
      assertLease(session, lease);
      long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
      while (!ask(session, "SELECT pg_try_advisory_lock(hashtextextended(?, 0))", lease)) {
        if (System.nanoTime() > deadline) {
          throw new TimeoutException("another job keeps the lock of " + lease.targetId());
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
      return new LockHold(session, lease);
    } catch (SQLException | TimeoutException | RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /** The lock lasts as long as its session, and the session as long as the hold. */
  private record LockHold(Connection session, Lease lease) implements Hold {

    @Override
    public void assertHeld() throws SQLException {
      // Asked over the session that has the lock: an answer shows that both are still there.
      assertLease(session, lease);
    }

    @Override
    public void close() {
      try {
        session.close();
      } catch (SQLException e) {
        throw new IllegalStateException("the lock's session did not close", e);
      }
    }
  }

  // [/lock-hold]

  private static boolean ask(Connection connection, String question) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question);
        ResultSet row = statement.executeQuery()) {
      return row.next() && row.getBoolean(1);
    }
  }

  private static boolean ask(Connection connection, String question, Lease lease)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setString(1, lease.targetId());
      try (ResultSet row = statement.executeQuery()) {
        return row.next() && row.getBoolean(1);
      }
    }
  }
}
