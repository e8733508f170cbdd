package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.simulation.Settings.Story;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * What holds whatever fails, is late, dies or comes back: the promises that the {@link Auditor}
 * checks after every schedule. A schedule that breaks one prints itself; {@code
 * -Dsimulation.schedule=...} runs it again.
 */
class FaultSimulationTest {

  private static final Tally TALLY = new Tally();

  /** What random faults have to come to. */
  private static final Set<ErrorCode> FAILURES =
      EnumSet.of(
          ErrorCode.PREFLIGHT_REFUSED,
          ErrorCode.TRANSIENT_FAILURE,
          ErrorCode.RETRIES_EXHAUSTED,
          ErrorCode.SNAPSHOT_EXPIRED,
          ErrorCode.RUN_CANCELLED,
          ErrorCode.LEASE_UNAVAILABLE,
          ErrorCode.LEASE_LOST,
          ErrorCode.STORE_UNAVAILABLE,
          ErrorCode.NOT_PUBLISHED,
          ErrorCode.OUTCOME_UNKNOWN,
          ErrorCode.UNSETTLED_PUBLICATION,
          ErrorCode.OBLIGATION_OWED,
          ErrorCode.EVIDENCE_FAILED,
          ErrorCode.STATE_FAILED,
          ErrorCode.SETTLEMENT_REFUSED,
          ErrorCode.UNEXPECTED);

  @AfterAll
  static void tell() {
    TALLY.tell();
  }

  @Test
  void everyPromiseIsKeptWhenNothingFails() {
    try (Simulation simulation = new Simulation()) {
      for (Story story : Story.values()) {
        Report report = simulation.run(Schedule.of(Settings.small(story), List.of()));
        TALLY.check("without a fault", report);
      }
    }
  }

  @Test
  void everyPromiseIsKeptWhateverFailsOnceAtAnyCall() {
    try (Simulation simulation = new Simulation()) {
      for (Settings settings : Settings.variants()) {
        Report clean = simulation.run(Schedule.of(settings, List.of()));
        new Singles(clean, Fault::applicable)
            .each(schedule -> TALLY.check("one fault", simulation.run(schedule)));
      }
    }
  }

  @Test
  void everyPromiseIsKeptWhateverTwoThingsFailAtAnyTwoCalls() {
    try (Simulation simulation = new Simulation()) {
      Report clean = simulation.run(Schedule.of(Settings.small(Story.SAME), List.of()));
      new Singles(clean, Fault::basic)
          .each(
              first ->
                  new Singles(simulation.run(first), Fault::basic)
                      .each(schedule -> TALLY.check("two faults", simulation.run(schedule))));
    }
  }

  @Test
  void everyPromiseIsKeptInEveryRandomSchedule() {
    long seeds = Long.getLong("simulation.seeds", 10_000);
    try (Simulation simulation = new Simulation()) {
      LongStream.range(0, seeds)
          .parallel()
          .forEach(seed -> TALLY.check("random faults", simulation.run(Schedule.random(seed))));
    }
    TALLY.requireSeen(FAILURES);
  }

  @Test
  void aScheduleTakesTheSameCourseAgain() {
    String asked = System.getProperty("simulation.schedule");
    Schedule schedule = asked == null ? Schedule.random(4711) : Schedule.parse(asked);
    try (Simulation simulation = new Simulation()) {
      Report once = simulation.run(schedule);
      Report again = simulation.run(Schedule.parse(schedule.toString()));
      if (asked != null) {
        System.out.println(once.text());
      }
      assertEquals(once.text(), again.text());
      assertEquals(once.points(), again.points());
      assertTrue(once.violations().isEmpty(), once::text);
    }
  }
}
