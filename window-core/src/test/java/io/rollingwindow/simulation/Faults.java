package io.rollingwindow.simulation;

import io.rollingwindow.simulation.Fault.Nature;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Numbers the calls of all processes as they come and says what goes wrong at each. */
final class Faults {

  private final Plan plan;
  private final List<Point> points = new ArrayList<>();
  private int reachable = -1;

  /** Chooses a fault. */
  @FunctionalInterface
  interface Plan {

    /** What goes wrong at a call; empty for nothing. */
    Optional<Fault> at(int index, String name, Nature nature);
  }

  /**
   * One call.
   *
   * @param process who called
   * @param name what was called
   * @param nature what the call does
   * @param fault what went wrong
   */
  record Point(String process, String name, Nature nature, Optional<Fault> fault) {}

  Faults(Plan plan) {
    this.plan = plan;
  }

  Optional<Fault> next(HostProcess process, String name, Nature nature) {
    Optional<Fault> fault =
        reachable >= 0 ? Optional.empty() : plan.at(points.size(), name, nature);
    points.add(new Point(process.name(), name, nature, fault));
    return fault;
  }

  /** From here on nothing goes wrong any more. */
  void stop() {
    reachable = points.size();
  }

  /** How many calls were made before that. */
  int reachable() {
    return reachable >= 0 ? reachable : points.size();
  }

  List<Point> points() {
    return points;
  }
}
