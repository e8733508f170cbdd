package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.EVIDENCE_FAILED;
import static io.rollingwindow.error.ErrorCode.LEASE_LOST;
import static io.rollingwindow.error.ErrorCode.OBLIGATION_OWED;
import static io.rollingwindow.error.ErrorCode.OUTCOME_UNKNOWN;
import static io.rollingwindow.error.ErrorCode.STATE_FAILED;
import static io.rollingwindow.error.ErrorCode.STORE_UNAVAILABLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Evidence and state are owed until they are done, and nothing is published meanwhile. */
final class ObligationsTest {

  private final TestWorld world = new TestWorld();

  private RunPhase phase() {
    return world.store.runs(TestWorld.TARGET_ID).get(0).record().phase();
  }

  @Test
  void failedEvidenceIsCalledAgainWithoutASourceAndWithoutAnotherExchange() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    WindowException failure = Expect.failure(EVIDENCE_FAILED, () -> world.run("i1"));
    assertEquals("crash", failure.getCause().getMessage());
    assertEquals(RunPhase.PUBLISHED, phase());
    assertEquals(7, world.targetRows().size());
    assertEquals(0, world.faults.count(Port.STATE));
    world.source.expire(true);
    ProcessResult result = world.run("i1");

    assertEquals(4, result.windowRows());
    assertEquals(2, world.faults.count(Port.EVIDENCE));
    assertEquals(1, world.faults.count(Port.STATE));
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(1, world.faults.count(Port.TARGET_PREFLIGHT));
    assertEquals(1, world.tables.exchanges());
    assertEquals(1, world.store.runs(TestWorld.TARGET_ID).size());
  }

  @Test
  void failedStateCallsEvidenceAgainBeforeIt() {
    world.faults.before(Port.STATE, 1, Expect::crash);
    Expect.failure(STATE_FAILED, () -> world.run("i1"));
    assertEquals(RunPhase.EVIDENCED, phase());
    world.run("i1");

    assertEquals(2, world.faults.count(Port.EVIDENCE));
    assertEquals(2, world.faults.count(Port.STATE));
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void lostAcknowledgementsCallThemAgain() {
    world.faults.after(Port.EVIDENCE, 1, Expect::crash);
    world.faults.after(Port.STATE, 1, Expect::crash);
    Expect.failure(EVIDENCE_FAILED, () -> world.run("i1"));
    Expect.failure(STATE_FAILED, () -> world.run("i1"));
    world.run("i1");

    assertEquals(3, world.evidence.size());
    assertEquals(2, world.states.size());
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void aNewInvocationWaitsForOwedEvidenceAndNamesWhoOwesIt() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    Expect.failure(EVIDENCE_FAILED, () -> world.run("older"));
    WindowException blocked = Expect.failure(OBLIGATION_OWED, () -> world.run("newer"));

    assertTrue(blocked.getMessage().contains("older"), blocked.getMessage());
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    world.run("older");
    world.run("newer");
    assertEquals(2, world.tables.exchanges());
  }

  @Test
  void aNewInvocationWaitsForOwedState() {
    world.faults.before(Port.STATE, 1, Expect::crash);
    Expect.failure(STATE_FAILED, () -> world.run("older"));

    Expect.failure(OBLIGATION_OWED, () -> world.run("newer"));
  }

  @Test
  void evidenceGetsTheSumsOfTheWindowAndOfTheWhole() {
    world.run("i1");
    EvidenceMetrics metrics = world.evidence.get(0);

    assertEquals(4, metrics.window().rows());
    assertEquals(2, metrics.window().rowsByUtcDay().size());
    assertEquals(3, metrics.outsideRows());
    assertEquals(7, metrics.totalRows());
    assertTrue(metrics.publishNanos().isPresent());
  }

  @Test
  void aPublicationDurationLostWithItsProcessIsAbsent() {
    world.faults.after(Port.HOLD_EXCHANGE, 1, Expect::crash);
    world.faults.before(Port.HOLD_SETTLE, 1, Expect::crash);
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    world.run("i1");

    assertTrue(world.evidence.get(0).publishNanos().isEmpty());
  }

  @Test
  void aCallbackThatOutlivesItsLeaseWritesNothingIntoTheJournal() {
    AtomicReference<Lease> successor = new AtomicReference<>();
    WindowException failure =
        Expect.failure(
            LEASE_LOST,
            () ->
                world
                    .runtime()
                    .state(
                        (plan, lease) -> {
                          world.clock.advance(Duration.ofMinutes(2));
                          successor.set(
                              world
                                  .store
                                  .acquire(TestWorld.TARGET_ID, "other", Duration.ofMinutes(1))
                                  .orElseThrow());
                        })
                    .build()
                    .run(TestWorld.config(1), "i1"));

    assertSame(LeaseException.class, failure.getClass());
    assertEquals(RunPhase.EVIDENCED, phase());
    assertTrue(world.store.isCurrent(successor.get()));
  }

  @Test
  void aResultThatCouldNotBeStoredIsStoredByTheNextCall() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    Expect.failure(EVIDENCE_FAILED, () -> world.run("i1"));
    int next = world.faults.count(Port.STORE_COMMIT) + 2;
    for (int call = next; call < next + 3; call++) {
      world.faults.before(Port.STORE_COMMIT, call, TestFailures::storeGone);
    }
    Expect.failure(STORE_UNAVAILABLE, () -> world.run("i1"));
    assertEquals(RunPhase.EVIDENCED, phase());
    world.run("i1");

    assertEquals(List.of(2, 3), List.of(world.states.size(), world.faults.count(Port.EVIDENCE)));
  }

  @Test
  void stagingIsDroppedOnceSucceededAndItsFailureChangesNothing() {
    world.faults.before(Port.TARGET_DROP_STAGING, 1, Expect::crash);
    world.run("i1");
    assertEquals(RunPhase.SUCCEEDED, phase());
    world.run("i2");

    assertEquals(
        2, world.tables.names().stream().filter(name -> name.startsWith("staging")).count());
  }
}
