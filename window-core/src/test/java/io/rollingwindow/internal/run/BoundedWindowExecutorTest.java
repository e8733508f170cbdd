package io.rollingwindow.internal.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.WindowListener;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.internal.time.SystemScheduling;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.testkit.Eventually;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestRow;
import io.rollingwindow.testkit.TestWorld;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Chunks are staged under a lease that belongs to the caller. */
final class BoundedWindowExecutorTest {

  private static final Duration TTL = Duration.ofMillis(600);

  private final TestWorld world = new TestWorld();
  private final Scheduling scheduling = new SystemScheduling(world.clock, Thread::new);
  private final RunParts parts =
      new RunParts(
          "route",
          world.source,
          new TargetParts(
              world.target,
              world.store,
              world.store,
              scheduling,
              new SecureRandom(),
              new TargetParts.Limits(
                  TTL, new RetryPolicy(2, Duration.ZERO), Duration.ofSeconds(10))),
          (plan, generation, receipts, lease, metrics) -> {},
          (plan, lease) -> {},
          WindowListener.NOOP);
  private final WindowRequest request =
      new WindowRequest(
          "route",
          TestWorld.TARGET_ID,
          TestRow.SCHEMA,
          TestRow.WINDOW_COLUMN,
          TestWorld.config(2).grid());
  private final SourceSnapshot snapshot = world.source.open(request);
  private final WindowPlan plan = WindowPlan.of(request, snapshot.identity(), new SecureRandom());

  @AfterEach
  void close() {
    snapshot.close();
  }

  private LeaseKeeper lease(String targetId) {
    return LeaseKeeper.acquire(world.store, targetId, "caller", TTL, scheduling, failure -> {});
  }

  private List<ChunkReceipt> execute(LeaseKeeper lease) {
    return new BoundedWindowExecutor(parts, snapshot, plan, 2, lease, new StopSignal())
        .execute(List.of());
  }

  @Test
  void theCallersLeaseIsRenewedAndNeitherTakenNorGivenBack() {
    try (LeaseKeeper lease = lease(TestWorld.TARGET_ID)) {
      world.source.onRow(row -> Eventually.holds(() -> world.faults.count(Port.STORE_RENEW) >= 2));
      List<ChunkReceipt> receipts = execute(lease);

      assertEquals(2, receipts.size());
      assertEquals(1, world.faults.count(Port.STORE_ACQUIRE));
      assertEquals(0, world.faults.count(Port.STORE_RELEASE));
      lease.assertHeld();
      assertTrue(world.store.isCurrent(lease.current()));
    }
  }

  @Test
  void theLeaseOfAnotherTargetStagesNothingAndIsLeftAlone() {
    try (LeaseKeeper lease = lease("memory/other")) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> execute(lease));

      assertTrue(refused.getMessage().contains("memory/other"), refused.getMessage());
      assertEquals(0, world.faults.count(Port.TARGET_STAGE));
      lease.assertHeld();
      assertTrue(world.store.isCurrent(lease.current()));
    }
  }

  @Test
  void aFailureLeavesTheCallersLeaseAlive() {
    world.faults.before(
        Port.ATTEMPT_VERIFY,
        1,
        () -> new RefusedException(ErrorCode.STAGING_MISMATCH, "They differ."));
    try (LeaseKeeper lease = lease(TestWorld.TARGET_ID)) {
      Expect.failure(ErrorCode.STAGING_MISMATCH, () -> execute(lease));

      lease.assertHeld();
      assertTrue(world.store.isCurrent(lease.current()));
      assertEquals(0, world.faults.count(Port.STORE_RELEASE));
    }
  }
}
