package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.COMPOSITION_INVALID;
import static io.rollingwindow.error.ErrorCode.CONFIG_INVALID_VALUE;
import static io.rollingwindow.error.ErrorCode.OBLIGATION_OWED;
import static io.rollingwindow.error.ErrorCode.PREFLIGHT_REFUSED;
import static io.rollingwindow.error.ErrorCode.STATE_FAILED;
import static io.rollingwindow.error.ErrorCode.TARGET_REFUSED;
import static io.rollingwindow.error.ErrorCode.TRANSIENT_FAILURE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.PreflightReport;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is looked at before anything is moved. */
final class PreflightTest {

  private static final Finding TTL = new Finding(TARGET_REFUSED, "events", "It has a TTL.");
  private static final Finding VIEW = new Finding(TARGET_REFUSED, "mv", "A view reads it.");

  private final TestWorld world = new TestWorld();

  @Test
  void aRefusedTargetIsNotStagedToAndEveryFindingIsListed() {
    world.target.refuse(TTL, VIEW);
    WindowException failure = Expect.failure(PREFLIGHT_REFUSED, () -> world.run("i1"));

    assertEquals(List.of(TTL, VIEW), failure.findings());
    assertEquals(0, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(0, world.faults.count(Port.TARGET_STAGE));
    assertEquals(1, world.faults.count(Port.SOURCE_PREFLIGHT));
    assertEquals(List.of(), world.store.runs(TestWorld.TARGET_ID));
  }

  @Test
  void aRefusedInvocationIdIsFreeForAnotherTry() {
    world.target.refuse(TTL);
    Expect.failure(PREFLIGHT_REFUSED, () -> world.run("i1"));
    world.target.refuse();

    world.run("i1");
  }

  @Test
  void aDryRunReportsThePlanTheStrategyAndTheEstimates() {
    PreflightReport report = world.runtime().build().preflight(TestWorld.config(1));

    assertTrue(report.isAdmitted());
    assertEquals(2, report.chunkCount());
    assertEquals(
        List.of(TestWorld.START, TestWorld.START.plus(Duration.ofDays(1)), TestWorld.END),
        report.boundaries());
    assertEquals(Optional.of(GenerationStrategy.REBUILD), report.strategy());
    assertEquals(OptionalLong.of(7), report.estimatedRows());
    assertEquals(OptionalLong.of(5), report.targetRows());
  }

  @Test
  void aDryRunChangesNothingAndTakesNoLease() {
    world.runtime().build().preflight(TestWorld.config(1));

    assertEquals(
        List.of(
            Port.TARGET_PREFLIGHT,
            Port.SOURCE_PREFLIGHT,
            Port.PUBLICATION_UNSETTLED,
            Port.STORE_UNFINISHED_RUNS),
        world.faults.log());
  }

  @Test
  void aDryRunListsBothSidesAndWhatOlderRunsOweAtOnce() {
    world.faults.before(Port.STATE, 1, Expect::crash);
    Expect.failure(STATE_FAILED, () -> world.run("older"));
    world.target.refuse(TTL);
    world.faults.before(Port.SOURCE_PREFLIGHT, 2, Expect::passing);
    PreflightReport report = world.runtime().build().preflight(TestWorld.config(1));

    assertFalse(report.isAdmitted());
    assertEquals(
        List.of(TRANSIENT_FAILURE, TARGET_REFUSED, OBLIGATION_OWED),
        report.findings().stream().map(Finding::code).toList());
    assertEquals(OptionalLong.empty(), report.estimatedRows());
  }

  @Test
  void aConfigurationForAnotherColumnIsRefusedBeforeAnythingIsTouched() {
    RollingWindowConfig other =
        RollingWindowConfig.builder()
            .windowColumn("created_at")
            .intervalEnd(TestWorld.END)
            .lookback(Duration.ofDays(1))
            .build();
    Expect.failure(COMPOSITION_INVALID, () -> world.runtime().build().run(other, "i1"));

    assertEquals(List.of(), world.faults.log());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "line\nbreak"})
  void anInvocationIdIsAName(String invocationId) {
    Expect.failure(CONFIG_INVALID_VALUE, () -> world.run(invocationId));

    assertEquals(List.of(), world.faults.log());
  }

  @Test
  void aRuntimeWithoutItsPartsIsNotBuiltAndNamesThemAll() {
    WindowException failure =
        Expect.failure(COMPOSITION_INVALID, () -> RollingWindowRuntime.builder().build());

    for (String part : List.of("routeId", "source", "target", "store", "evidence", "state")) {
      assertTrue(failure.getMessage().contains(part), failure.getMessage());
    }
    assertEquals(ErrorCode.COMPOSITION_INVALID, failure.code());
  }
}
