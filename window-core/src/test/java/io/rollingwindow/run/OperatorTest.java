package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.LEASE_UNAVAILABLE;
import static io.rollingwindow.error.ErrorCode.NOT_PUBLISHED;
import static io.rollingwindow.error.ErrorCode.OUTCOME_UNKNOWN;
import static io.rollingwindow.error.ErrorCode.RUN_ENDED;
import static io.rollingwindow.error.ErrorCode.SETTLEMENT_REFUSED;
import static io.rollingwindow.error.ErrorCode.STATE_FAILED;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.WindowOperations;
import io.rollingwindow.WindowOperations.Explanation;
import io.rollingwindow.WindowOperations.Obligation;
import io.rollingwindow.WindowOperations.RunSummary;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.PublicationRecord.Status;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.InMemoryTables;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What an operator sees, and what a decision may and may not do. */
final class OperatorTest {

  private final TestWorld world = new TestWorld();
  private final WindowOperations operations = world.runtime().build().operations();

  private RunId newest() {
    return operations.runs().get(0).run();
  }

  private String generation() {
    return world.tables.names().stream()
        .filter(name -> name.startsWith("generation"))
        .findFirst()
        .orElseThrow();
  }

  /** The generation is lost on the way: the old table stays behind the target's name. */
  private RunId unknownWithTheOldTable() {
    world.faults.before(
        Port.HOLD_EXCHANGE,
        1,
        () -> {
          world.tables.drop(generation());
          return Expect.passing();
        });
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    return newest();
  }

  /** The backup is lost after the EXCHANGE: the generation stays behind the target's name. */
  private RunId unknownWithTheGeneration() {
    world.faults.after(
        Port.HOLD_EXCHANGE,
        1,
        () -> {
          world.tables.drop(generation());
          return Expect.passing();
        });
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    return newest();
  }

  /** Somebody puts a third table in the target's place. */
  private RunId unknownWithAThirdTable() {
    world.faults.after(
        Port.HOLD_EXCHANGE,
        1,
        () -> {
          world.tables.drop(InMemoryTables.TARGET);
          world.tables.create(InMemoryTables.TARGET);
          return Expect.passing();
        });
    Expect.failure(OUTCOME_UNKNOWN, () -> world.run("i1"));
    return newest();
  }

  @Test
  void runsAreListedWithTheirPhaseAndWhatTheyOwe() {
    world.run("done");
    world.faults.before(Port.STATE, 2, Expect::crash);
    Expect.failure(STATE_FAILED, () -> world.run("owing"));
    List<RunSummary> runs = operations.runs();

    assertEquals(List.of("owing", "done"), runs.stream().map(RunSummary::invocationId).toList());
    assertEquals(
        List.of(RunPhase.EVIDENCED, RunPhase.SUCCEEDED),
        runs.stream().map(RunSummary::phase).toList());
    assertEquals(Set.of(Obligation.STATE), runs.get(0).obligations());
    assertEquals(Set.of(), runs.get(1).obligations());
    assertEquals(List.of(runs.get(0)), operations.blocking());
  }

  @Test
  void anUnknownOutcomeIsExplainedWithBothTablesAndEveryStanding() {
    RunId run = unknownWithTheOldTable();
    Explanation explanation = operations.explain(run).orElseThrow();

    assertEquals(Set.of(Obligation.SETTLEMENT), explanation.summary().obligations());
    assertEquals(3, explanation.meanings().size());
    String text = explanation.toString();
    for (String part :
        List.of(
            explanation.intent().targetTable(),
            explanation.intent().targetUuid(),
            explanation.intent().generationTable(),
            explanation.intent().generationUuid(),
            "i1")) {
      assertTrue(text.contains(part), text);
    }
  }

  @Test
  void aSettledRunNeedsNoExplanation() {
    world.run("i1");

    assertEquals(Optional.empty(), operations.explain(newest()));
  }

  @Test
  void whereTheOldTableStandsOnlyNotPublishedCanBeDeclared() {
    RunId run = unknownWithTheOldTable();
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.adoptPublished(run, "ann"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.abandon(run, "ann"));
    RunSummary settled = operations.declareNotPublished(run, "ann");

    assertEquals(RunPhase.NOT_PUBLISHED, settled.phase());
    assertEquals(Optional.of("ann"), settled.settledBy());
    assertEquals(Set.of(), settled.obligations());
    Expect.failure(NOT_PUBLISHED, () -> world.run("i1"));
    world.run("i2");
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void whereTheGenerationStandsOnlyPublishedCanBeAdopted() {
    RunId run = unknownWithTheGeneration();
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.declareNotPublished(run, "ann"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.abandon(run, "ann"));
    RunSummary settled = operations.adoptPublished(run, "ann");

    assertEquals(RunPhase.PUBLISHED, settled.phase());
    assertEquals(Optional.of("ann"), settled.settledBy());
    assertEquals(Set.of(Obligation.EVIDENCE, Obligation.STATE), settled.obligations());
    world.run("i1");
    assertEquals(1, world.evidence.size());
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
  }

  @Test
  void whereAThirdTableStandsTheRunCanOnlyBeGivenUp() {
    RunId run = unknownWithAThirdTable();
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.declareNotPublished(run, "ann"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.adoptPublished(run, "ann"));
    RunSummary settled = operations.abandon(run, "ann");

    assertEquals(RunPhase.ABANDONED, settled.phase());
    assertEquals(Optional.of(Status.ABANDONED), settled.publication());
    assertEquals(Optional.of("ann"), settled.settledBy());
    Expect.failure(RUN_ENDED, () -> world.run("i1"));
    world.run("i2");
  }

  @Test
  void aDecisionTakenTwiceChangesNothingAndAnotherOneIsRefused() {
    RunId run = unknownWithTheOldTable();
    RunSummary first = operations.declareNotPublished(run, "ann");

    assertEquals(first, operations.declareNotPublished(run, "bob"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.adoptPublished(run, "bob"));
  }

  @Test
  void aRunThatSentNothingCanBeGivenUp() {
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    RunSummary settled = operations.abandon(newest(), "ann");

    assertEquals(RunPhase.ABANDONED, settled.phase());
    assertTrue(settled.failure().orElseThrow().message().contains("ann"));
    assertEquals(settled, operations.abandon(newest(), "ann"));
    Expect.failure(RUN_ENDED, () -> world.run("i1"));
  }

  @Test
  void aPublishedRunIsNeverGivenUp() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    assertThrows(RuntimeException.class, () -> world.run("i1"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.abandon(newest(), "ann"));
    world.run("i1");

    Expect.failure(SETTLEMENT_REFUSED, () -> operations.abandon(newest(), "ann"));
  }

  @Test
  void aDecisionWaitsForNobodyAndExcludesRuns() {
    RunId run = unknownWithTheOldTable();
    assertTrue(
        world.store.acquire(TestWorld.TARGET_ID, "other", Duration.ofMinutes(1)).isPresent());

    Expect.failure(LEASE_UNAVAILABLE, () -> operations.declareNotPublished(run, "ann"));
  }

  @Test
  void aRunOfNobodyIsNotDecidedAbout() {
    RunId unknown = new RunId("0".repeat(32));

    Expect.failure(SETTLEMENT_REFUSED, () -> operations.abandon(unknown, "ann"));
    Expect.failure(SETTLEMENT_REFUSED, () -> operations.explain(unknown));
  }

  @Test
  void aDecisionHasAnAuthor() {
    RunId run = unknownWithTheOldTable();

    assertThrows(IllegalArgumentException.class, () -> operations.declareNotPublished(run, " "));
  }
}
