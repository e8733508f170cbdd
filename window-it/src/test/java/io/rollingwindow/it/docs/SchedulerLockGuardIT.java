package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.testkit.WriterGuardContract;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The guard by a scheduler's lock keeps the contract, waits for jobs and notices a lost lock. */
@WithServers
class SchedulerLockGuardIT extends WriterGuardContract {

  private static final String TARGET = "clickhouse/events";
  private static final String LOCK = "pg_advisory_lock(hashtextextended('" + TARGET + "', 0))";

  private PostgresEndpoint scheduler;
  private SchedulerLockGuard guard;

  @BeforeEach
  void prepare(PostgresServer postgres, ClickHouseServer clickHouse) throws SQLException {
    scheduler = postgres.freshDatabase();
    execute(SchedulerLockGuard.CREATE_TABLE);
    guard = new SchedulerLockGuard(scheduler::connect, clickHouse.endpoint()::connect);
  }

  @Override
  protected ExclusiveWindowWriterGuard guard() {
    return guard;
  }

  @Override
  protected String targetId() {
    return TARGET;
  }

  private static Lease lease() {
    return new Lease(TARGET, "owner", 1, Instant.MAX);
  }

  private void execute(String sql) throws SQLException {
    try (Connection connection = scheduler.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Test
  void aJobThatHasTheLockIsWaitedFor() throws Exception {
    AtomicBoolean jobEnded = new AtomicBoolean();
    ExecutorService threads = Executors.newSingleThreadExecutor();
    Connection job = scheduler.connect();
    try (Statement statement = job.createStatement()) {
      statement.execute("SELECT " + LOCK);
      Future<Boolean> heldAfterTheJob =
          threads.submit(
              () -> {
                try (ExclusiveWindowWriterGuard.Hold hold = guard.hold(lease())) {
                  hold.assertHeld();
                  return jobEnded.get();
                }
              });
      jobEnded.set(true);
      job.close();
      assertTrue(heldAfterTheJob.get(60, TimeUnit.SECONDS));
    } finally {
      threads.shutdownNow();
      job.close();
    }
  }

  @Test
  void aHoldWhoseSessionWasKilledIsNotHeld() throws Exception {
    ExclusiveWindowWriterGuard.Hold hold = guard.hold(lease());
    execute(
        "SELECT pg_terminate_backend(pid, 10000) FROM pg_locks WHERE locktype = 'advisory'"
            + " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())");
    assertThrows(SQLException.class, hold::assertHeld);
    hold.close();
  }

  @Test
  void aMissingTableIsNoAuthority() throws Exception {
    execute("DROP TABLE public.writer_fence");
    assertThrows(IllegalStateException.class, () -> guard.validate(TARGET));
  }
}
