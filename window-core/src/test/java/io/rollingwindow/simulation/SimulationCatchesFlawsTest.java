package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import io.rollingwindow.simulation.Settings.Story;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The simulation is able to fail: a protocol that is broken on purpose is noticed. */
class SimulationCatchesFlawsTest {

  private static final int MOST_SEEDS = 5_000;

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void everyFlawIsCaught(Flaw flaw) {
    try (Simulation simulation = new Simulation()) {
      Report clean = simulation.run(Schedule.of(Settings.small(Story.SAME), List.of()), flaw);
      if (isCaught(clean, flaw)) {
        return;
      }
      for (long seed = 0; seed < MOST_SEEDS; seed++) {
        if (isCaught(simulation.run(Schedule.random(seed), flaw), flaw)) {
          return;
        }
      }
    }
    fail(flaw + " went unnoticed in " + MOST_SEEDS + " schedules");
  }

  private static boolean isCaught(Report report, Flaw flaw) {
    if (report.violations().isEmpty()) {
      return false;
    }
    System.out.println(
        "simulation: "
            + flaw
            + " is caught by "
            + report.schedule()
            + ": "
            + report.violations().get(0));
    return true;
  }
}
