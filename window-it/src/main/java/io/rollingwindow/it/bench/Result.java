package io.rollingwindow.it.bench;

import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What several runs of a contender took.
 *
 * @param name the contender's name
 * @param runs at least one
 */
record Result(String name, List<Usage> runs) {

  Result {
    runs = List.copyOf(runs);
  }

  /** The median of the wall times, in seconds for each million rows. */
  double secondsPerMillion() {
    return median(usage -> usage.seconds() * 1e6 / usage.rows());
  }

  double seconds() {
    return median(Usage::seconds);
  }

  long rows() {
    return runs.get(0).rows();
  }

  double cpuSeconds(Role role) {
    return median(usage -> usage.cpuSeconds().getOrDefault(role, 0.0));
  }

  double allocatedPerRow() {
    return median(usage -> (double) usage.allocatedBytes() / usage.rows());
  }

  long peakBytes(Role role) {
    return runs.stream()
        .mapToLong(usage -> usage.peakBytes().getOrDefault(role, 0L))
        .max()
        .orElse(0);
  }

  /** How much more time this one needs for a row than the other. */
  double ratioTo(Result other) {
    return secondsPerMillion() / other.secondsPerMillion();
  }

  private double median(ToDoubleFunction<Usage> figure) {
    return Medians.of(runs, figure);
  }
}
