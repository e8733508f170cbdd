package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.NOT_PUBLISHED;
import static io.rollingwindow.error.ErrorCode.OBLIGATION_OWED;
import static io.rollingwindow.error.ErrorCode.OUTCOME_UNKNOWN;
import static io.rollingwindow.error.ErrorCode.TARGET_CHANGED;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static io.rollingwindow.error.ErrorCode.UNSETTLED_PUBLICATION;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.InMemoryTables;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How an EXCHANGE ended is told by the tables, and never found out by sending another. */
final class PublicationOutcomeTest {

  private final TestWorld world = new TestWorld();

  private RunRecord run(int fromNewest) {
    return world.store.runs(TestWorld.TARGET_ID).get(fromNewest).record();
  }

  private PublicationRecord.Status publication(int fromNewest) {
    return world
        .store
        .publication(TestWorld.TARGET_ID, run(fromNewest).run())
        .map(Stored::record)
        .orElseThrow()
        .status();
  }

  /** Somebody drops the generation while the EXCHANGE is on its way. */
  private void loseTheGeneration() {
    world.faults.before(
        Port.HOLD_EXCHANGE,
        1,
        () -> {
          String generation =
              world.tables.names().stream()
                  .filter(name -> name.startsWith("generation"))
                  .findFirst()
                  .orElseThrow();
          world.tables.drop(generation);
          return Expect.passing();
        });
  }

  @Test
  void anExchangeThatDidNotTakeEffectEndsTheRunAndDoesNotWedgeTheTarget() {
    world.faults.before(Port.HOLD_EXCHANGE, 1, Expect::passing);
    Expect.failure(NOT_PUBLISHED, () -> world.run("i1"));
    assertEquals(TestWorld.untouched(), world.targetRows());
    assertEquals(RunPhase.NOT_PUBLISHED, run(0).phase());
    assertEquals(PublicationRecord.Status.NOT_PUBLISHED, publication(0));

    Expect.failure(NOT_PUBLISHED, () -> world.run("i1"));
    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
    assertEquals(0, world.faults.count(Port.EVIDENCE));

    world.run("i2");
    assertEquals(7, world.targetRows().size());
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void anExchangeWhoseReplyWasLostIsFoundPublished() {
    world.faults.after(Port.HOLD_EXCHANGE, 1, Expect::crash);
    world.run("i1");

    assertEquals(7, world.targetRows().size());
    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
    world.run("i1");
    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
  }

  @Test
  void anOutcomeThatCannotBeToldStopsEverythingAndNamesBothTables() {
    loseTheGeneration();
    WindowException failure = Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    RunRecord run = run(0);

    for (String part :
        List.of(
            InMemoryTables.TARGET,
            run.generation().orElseThrow().table(),
            run.generation().orElseThrow().targetUuid(),
            run.generation().orElseThrow().tableUuid())) {
      assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }
    assertEquals(PublicationRecord.Status.UNKNOWN, publication(0));
    assertEquals(RunPhase.PUBLISHING, run.phase());

    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    Expect.failure(UNSETTLED_PUBLICATION, () -> world.run("i2"));
    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(0, world.faults.count(Port.EVIDENCE));
  }

  @Test
  void anUnknownOutcomeIsSettledOnceTheTablesTellIt() {
    world.faults.after(Port.HOLD_EXCHANGE, 1, Expect::crash);
    for (int call = 1; call <= 3; call++) {
      world.faults.before(Port.HOLD_SETTLE, call, Expect::passing);
    }
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    assertEquals(0, world.faults.count(Port.EVIDENCE));
    world.run("i1");

    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(1, world.evidence.size());
  }

  @Test
  void aPassingFailureToLookIsNoUnknownOutcome() {
    world.faults.before(Port.HOLD_SETTLE, 1, Expect::passing);
    world.run("i1");

    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void anIntentThatWasWrittenAndNotSentIsFoundNotPublished() {
    world.faults.after(Port.PUBLICATION_SAVE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    assertEquals(RunPhase.PREPARED, run(0).phase());
    assertEquals(PublicationRecord.Status.INTENDED, publication(0));

    Expect.failure(NOT_PUBLISHED, () -> world.run("i1"));
    assertEquals(0, world.faults.count(Port.HOLD_EXCHANGE));
    assertEquals(RunPhase.NOT_PUBLISHED, run(0).phase());
  }

  @Test
  void aFreshInvocationSettlesAnOlderPublicationThatProvablyDidNotHappen() {
    world.faults.before(Port.HOLD_EXCHANGE, 1, Expect::crash);
    world.faults.before(Port.HOLD_SETTLE, 1, Expect::crash);
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    world.run("i2");

    assertEquals(RunPhase.NOT_PUBLISHED, run(1).phase());
    assertEquals(RunPhase.SUCCEEDED, run(0).phase());
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void aFreshInvocationFindsAnOlderOnePublishedAndAsksForItsObligationsFirst() {
    world.faults.after(Port.HOLD_EXCHANGE, 1, Expect::crash);
    world.faults.before(Port.HOLD_SETTLE, 1, Expect::crash);
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    WindowException blocked = Expect.failure(OBLIGATION_OWED, () -> world.run("i2"));
    assertTrue(blocked.getMessage().contains("i1"), blocked.getMessage());
    world.run("i1");
    world.run("i2");

    assertEquals(2, world.tables.exchanges());
    assertEquals(2, world.faults.count(Port.SOURCE_OPEN));
  }

  @Test
  void aTargetThatChangedAfterPreparationIsKeptAndNotPublishedOver() {
    world.faults.before(
        Port.HOLD_PROVE,
        1,
        () -> new RefusedException(TARGET_CHANGED, "The target changed; it was kept."));
    Expect.failure(TARGET_CHANGED, () -> world.run("i1"));

    assertEquals(RunPhase.REFUSED, run(0).phase());
    assertEquals(0, world.tables.exchanges());
    assertEquals(List.of(), world.store.unsettledPublications(TestWorld.TARGET_ID));
    world.run("i2");
  }

  @Test
  void aRefusalBeforeTheExchangeIsNoUnknownOutcome() {
    world.faults.before(Port.HOLD_OPEN, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));

    assertEquals(List.of(), world.store.unsettledPublications(TestWorld.TARGET_ID));
    world.run("i2");
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void theSourceIsClosedAfterPublicationAndBeforeEvidenceUnderTheLease() {
    world.run("i1");
    List<Port> log = world.faults.log();

    assertTrue(log.indexOf(Port.SOURCE_OPEN) < log.indexOf(Port.HOLD_EXCHANGE));
    assertTrue(log.indexOf(Port.HOLD_EXCHANGE) < log.indexOf(Port.SNAPSHOT_CLOSE));
    assertTrue(log.indexOf(Port.SNAPSHOT_CLOSE) < log.indexOf(Port.EVIDENCE));
    assertTrue(log.indexOf(Port.SNAPSHOT_CLOSE) < log.indexOf(Port.STORE_RELEASE));
    assertTrue(log.indexOf(Port.STORE_ACQUIRE) < log.indexOf(Port.SOURCE_OPEN));
  }
}
