package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.LEASE_LOST;
import static io.rollingwindow.error.ErrorCode.LEASE_UNAVAILABLE;
import static io.rollingwindow.error.ErrorCode.STAGING_MISMATCH;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.testkit.Eventually;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** One call at a time works on a target, and one that lost its lease does nothing more. */
final class LeaseTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestWorld world = new TestWorld();

  private Optional<Lease> otherOwner() {
    return world.store.acquire(TestWorld.TARGET_ID, "other", MINUTE);
  }

  @Test
  void aHeldTargetIsLeftAlone() {
    Lease other = otherOwner().orElseThrow();
    Expect.failure(LEASE_UNAVAILABLE, () -> world.run("i1"));

    assertEquals(0, world.faults.count(Port.SOURCE_OPEN));
    assertTrue(world.store.isCurrent(other));
    world.store.release(other);
    world.run("i1");
  }

  @Test
  void anAbandonedLeaseBlocksNoLongerThanItLasts() {
    assertTrue(otherOwner().isPresent());
    world.clock.advance(MINUTE);

    world.run("i1");
  }

  @Test
  void twoCallsOfOneInvocationExcludeEachOther() {
    world.source.onRow(row -> Expect.failure(LEASE_UNAVAILABLE, () -> world.run("i1")));

    world.run("i1");
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void theLeaseIsHeldFromBeforeTheSourceOpensUntilAfterItCloses() {
    world.source.onRow(row -> assertEquals(Optional.empty(), otherOwner()));
    world.run("i1");

    assertTrue(otherOwner().isPresent());
  }

  @Test
  void theLeaseIsFreeAfterEveryFailure() {
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));

    assertTrue(otherOwner().isPresent());
  }

  @Test
  void aLeaseThatExpiresWhileRowsAreReadStopsTheRun() {
    world.source.onRow(row -> world.clock.advance(Duration.ofMinutes(2)));
    Expect.failure(LEASE_LOST, () -> world.run("i1"));

    assertEquals(0, world.source.openSnapshots());
    assertEquals(0, world.tables.exchanges());
    assertEquals(0, world.faults.count(Port.EVIDENCE));
  }

  @Test
  void aFailedReleaseIsAttachedToThePrimaryFailure() {
    world.faults.before(
        Port.ATTEMPT_VERIFY, 1, () -> new RefusedException(STAGING_MISMATCH, "They differ."));
    world.faults.before(Port.STORE_RELEASE, 1, Expect::crash);
    WindowException failure = Expect.failure(STAGING_MISMATCH, () -> world.run("i1"));

    assertEquals("crash", failure.getSuppressed()[0].getMessage());
  }

  @Test
  void aFailedReleaseDoesNotUndoASuccess() {
    world.faults.before(Port.STORE_RELEASE, 1, Expect::crash);

    assertEquals(4, world.run("i1").windowRows());
  }

  @Test
  void aLostReleaseReplyChangesNothing() {
    world.faults.after(Port.STORE_RELEASE, 1, Expect::crash);
    world.run("i1");

    assertTrue(otherOwner().isPresent());
  }

  @Test
  void theLeaseIsRenewedWhileTheSourceBlocks() {
    world.source.onRow(row -> Eventually.holds(() -> world.faults.count(Port.STORE_RENEW) >= 2));
    world.runtime().leaseTtl(Duration.ofMillis(300)).build().run(TestWorld.config(1), "i1");

    assertTrue(world.faults.count(Port.STORE_RENEW) >= 2);
  }

  @Test
  void theLeaseSurvivesAStoreThatDoesNotAnswerForAMoment() {
    world.faults.before(Port.STORE_RENEW, 1, TestFailures::storeGone);
    world.faults.before(Port.STORE_RENEW, 2, TestFailures::storeGone);
    world.source.onRow(row -> Eventually.holds(() -> world.faults.count(Port.STORE_RENEW) >= 4));
    world.runtime().leaseTtl(Duration.ofSeconds(3)).build().run(TestWorld.config(1), "i1");

    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void aLeaseThatGoesToAnotherStopsABlockedWorkerPromptly() {
    world.source.onRow(
        row -> {
          world.clock.advance(Duration.ofMinutes(2));
          otherOwner();
          Eventually.holds(() -> world.faults.count(Port.STORE_RENEW) >= 1);
        });
    Expect.failure(
        LEASE_LOST,
        () ->
            world
                .runtime()
                .leaseTtl(Duration.ofMillis(600))
                .build()
                .run(TestWorld.config(1), "i1"));

    assertEquals(0, world.faults.count(Port.HOLD_OPEN));
  }

  @Test
  void aZombieThatWakesUpAfterItsSuccessorSendsAndWritesNothing() {
    world.faults.before(
        Port.SNAPSHOT_ALIVE,
        1,
        () -> {
          // The first call is paused here for longer than its lease; the second one finishes.
          world.clock.advance(Duration.ofMinutes(2));
          world.run("successor");
          return new LeaseException(LEASE_LOST, "Woken up.");
        });
    Expect.failure(LEASE_LOST, () -> world.run("zombie"));

    assertEquals(1, world.tables.exchanges());
    assertEquals(1, world.states.size());
  }

  @Test
  void manyRowsNeedFewLooksAtTheStore() {
    for (int i = 0; i < 3_000; i++) {
      world.source.add(TestWorld.at(i, TestWorld.START, i), TestWorld.at(i, TestWorld.END, -1 - i));
    }
    world.run("i1");

    int looks = world.faults.count(Port.STORE_IS_CURRENT) + world.faults.count(Port.STORE_RENEW);
    assertTrue(looks < 40, () -> "lease checks: " + looks);
  }
}
