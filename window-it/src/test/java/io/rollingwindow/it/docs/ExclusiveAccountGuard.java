package io.rollingwindow.it.docs;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.clickhouse.ControlConnections;
import io.rollingwindow.spi.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * An example of a guard: one ClickHouse account alone may write into the target's database, and
 * nobody but this library uses it. What it does not prove is said in {@code docs/writer-guard.md}.
 */
final class ExclusiveAccountGuard implements ExclusiveWindowWriterGuard {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final String targetId;
  private final String database;
  private final String table;
  private final ControlConnections clickHouse;
  private final Predicate<Lease> isCurrent;
  private final Set<String> administrators;
  private final Semaphore exclusion = new Semaphore(1);
  private final AtomicLong newestToken = new AtomicLong();

  /**
   * A guard over one target.
   *
   * @param targetId the target's id
   * @param database its database
   * @param table its table
   * @param clickHouse connections of the exclusive account, which may SHOW ACCESS
   * @param isCurrent asks the store, as {@code store::isCurrent}
   * @param administrators accounts and roles that could write and are trusted not to
   */
  ExclusiveAccountGuard(
      String targetId,
      String database,
      String table,
      ControlConnections clickHouse,
      Predicate<Lease> isCurrent,
      Set<String> administrators) {
    this.targetId = targetId;
    this.database = database;
    this.table = table;
    this.clickHouse = clickHouse;
    this.isCurrent = isCurrent;
    this.administrators = Set.copyOf(administrators);
  }

  // [account-rights]
  /** Every account and role, but this one, with a right over the target that is not for reading. */
  private static final String WRITERS =
      "SELECT DISTINCT coalesce(user_name, role_name) AS grantee FROM system.grants"
          + " WHERE NOT is_partial_revoke AND grantee != currentUser()"
          + " AND access_type NOT IN ('SELECT', 'CHECK', 'dictGet', 'READ', 'TABLE ENGINE')"
          + " AND NOT startsWith(toString(access_type), 'SHOW')"
          + " AND (database IS NULL OR database = ?"
          + "      OR (is_wildcard AND startsWith(?, ifNull(database, ''))))"
          + " AND (table IS NULL OR table = ? OR is_wildcard OR startsWith(ifNull(table, ''), 'rw_'))";

  @Override
  public void validate(String target) throws SQLException {
    if (!target.equals(targetId)) {
      throw new IllegalStateException("this guard covers " + targetId + " and not " + target);
    }
    try (Connection connection = clickHouse.open()) {
      requireNoOtherWriter(connection);
    }
  }

  private void requireNoOtherWriter(Connection connection) throws SQLException {
    Set<String> writers = new TreeSet<>();
    try (PreparedStatement query = connection.prepareStatement(WRITERS)) {
      query.setString(1, database);
      query.setString(2, database);
      query.setString(3, table);
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          writers.add(rows.getString(1));
        }
      }
    }
    writers.removeAll(administrators);
    if (!writers.isEmpty()) {
      throw new IllegalStateException("others may write into " + targetId + ": " + writers);
    }
  }

  // [/account-rights]

  // [account-hold]
  @Override
  public void assertLease(Lease lease) {
    long newest = newestToken.accumulateAndGet(lease.fencingToken(), Math::max);
    if (lease.fencingToken() < newest || !isCurrent.test(lease)) {
      throw new IllegalStateException("the lease of " + lease.targetId() + " is not current");
    }
  }

  @Override
  public void fenceAttempt(Lease lease, String operationId) throws SQLException, TimeoutException {
    assertLease(lease);
    try (Connection connection = clickHouse.open()) {
      new AccountRequests(connection, LONGEST_WAIT).endOperation(operationId);
    }
  }

  @Override
  public Hold hold(Lease lease) throws SQLException, TimeoutException, InterruptedException {
    assertLease(lease);
    if (!exclusion.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new TimeoutException("another hold of " + lease.targetId() + " did not end");
    }
    AccountHold hold = new AccountHold(lease);
    try (Connection connection = clickHouse.open()) {
      // Whatever the account still writes was sent by a process that no longer has the lease.
      new AccountRequests(connection, LONGEST_WAIT).endAllWriting();
      hold.assertHeld();
      return hold;
    } catch (SQLException | TimeoutException | RuntimeException e) {
      hold.close();
      throw e;
    }
  }

  private final class AccountHold implements Hold {

    private final Lease lease;
    private boolean held = true;

    private AccountHold(Lease lease) {
      this.lease = lease;
    }

    @Override
    public void assertHeld() throws SQLException {
      if (!held) {
        throw new IllegalStateException("the hold was given back");
      }
      assertLease(lease);
      try (Connection connection = clickHouse.open()) {
        requireNoOtherWriter(connection);
      }
    }

    @Override
    public void close() {
      if (held) {
        held = false;
        exclusion.release();
      }
    }
  }
  // [/account-hold]
}
