package io.rollingwindow.simulation;

import io.rollingwindow.simulation.Fault.Nature;
import io.rollingwindow.simulation.Faults.Point;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Every schedule with one more fault than one that was run: at each call that it came to after its
 * last fault, each fault that the call can have. Calls that it did not come to are not tried.
 */
final class Singles {

  private final Report from;
  private final Function<Nature, List<Fault>> faults;

  Singles(Report from, Function<Nature, List<Fault>> faults) {
    this.from = from;
    this.faults = faults;
  }

  void each(Consumer<Schedule> action) {
    List<Point> points = from.points();
    for (int index = lastFault() + 1; index < from.reachable(); index++) {
      for (Fault fault : faults.apply(points.get(index).nature())) {
        action.accept(from.schedule().with(index, fault));
      }
    }
  }

  private int lastFault() {
    return from.schedule().listed().orElseThrow().stream()
        .mapToInt(Schedule.Listed::index)
        .max()
        .orElse(-1);
  }
}
