package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.simulation.Simulation.Report;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts schedules by kind and fails at the first that breaks a promise. */
final class Tally {

  private final Map<String, long[]> counts = new TreeMap<>();

  synchronized void count(String kind, Report report) {
    long[] count = counts.computeIfAbsent(kind, k -> new long[2]);
    count[0]++;
    count[1] += report.points().size();
  }

  void check(String kind, Report report) {
    count(kind, report);
    assertEquals(List.of(), report.violations(), report::text);
  }

  synchronized void print() {
    counts.forEach(
        (kind, count) ->
            System.out.printf(
                "simulation, %s: %,d schedules, %,d calls, 0 promises broken%n",
                kind, count[0], count[1]));
  }
}
