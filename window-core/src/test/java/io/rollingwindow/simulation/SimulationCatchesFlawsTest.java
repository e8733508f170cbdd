package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.fail;

import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.simulation.Settings.Story;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** The simulation is able to fail: a protocol that is broken on purpose is noticed. */
class SimulationCatchesFlawsTest {

  private static final Set<Flaw> CAUGHT = EnumSet.noneOf(Flaw.class);

  @AfterAll
  static void record() {
    RecordedFigures.record(
        "simulation, protocol broken on purpose",
        CAUGHT.size() + " of " + (Flaw.values().length - 1) + " flaws caught");
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void everyFlawIsCaughtByOneFaultAtTheMost(Flaw flaw) {
    try (Simulation simulation = new Simulation()) {
      Report clean = simulation.run(Schedule.of(Settings.small(Story.SAME), List.of()), flaw);
      List<Schedule> schedules = new ArrayList<>(List.of(clean.schedule()));
      new Singles(clean, Fault::applicable).each(schedules::add);
      for (Schedule schedule : schedules) {
        Report report = simulation.run(schedule, flaw);
        if (!report.violations().isEmpty()) {
          CAUGHT.add(flaw);
          System.out.println(
              "simulation: "
                  + flaw
                  + " is caught by "
                  + schedule
                  + ": "
                  + report.violations().get(0));
          return;
        }
      }
      fail(flaw + " went unnoticed in " + schedules.size() + " schedules");
    }
  }
}
