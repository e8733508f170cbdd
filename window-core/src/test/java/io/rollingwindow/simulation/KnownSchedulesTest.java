package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.simulation.Settings.Story;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The shortest schedules that once broke a promise. */
class KnownSchedulesTest {

  private final Simulation simulation = new Simulation();
  private final Schedule clean = Schedule.of(Settings.small(Story.SAME), List.of());

  @AfterEach
  void close() {
    simulation.close();
  }

  @Test
  void anInterruptedCallerCancelsItsWorkersWithoutHoldingThemUp() {
    keepsEveryPromise(with(clean, "slice.read", Fault.INTERRUPT));
  }

  @Test
  void aStoppedProcessDoesNotTakeItsSuccessorsWorkForAFaultOfTheTarget() {
    keepsEveryPromise(with(clean, "attempt.create", Fault.STALE));
  }

  @Test
  void aStoppedProcessDoesNotTakeItsSuccessorsPublicationForAChangedTarget() {
    keepsEveryPromise(with(clean, "hold.prove", Fault.PAUSE));
  }

  @Test
  void aDecisionOverAStoreThatFailsSomehowFailsWithACode() {
    Schedule unknown = with(clean, "hold.exchange", Fault.DROP_AFTER);
    // The decision looks the run up first; nothing else did so before it.
    keepsEveryPromise(with(unknown, "store.run", Fault.BREAK));
  }

  private Schedule with(Schedule schedule, String call, Fault fault) {
    List<Faults.Point> points = simulation.run(schedule).points();
    int index =
        IntStream.range(0, points.size())
            .filter(i -> points.get(i).name().equals(call))
            .findFirst()
            .orElseThrow();
    return schedule.with(index, fault);
  }

  private void keepsEveryPromise(Schedule schedule) {
    Report report = simulation.run(schedule);
    assertEquals(List.of(), report.violations(), report::text);
  }
}
