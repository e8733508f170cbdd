package io.rollingwindow.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.simulation.Event.CallEnded;
import io.rollingwindow.simulation.Event.End;
import io.rollingwindow.simulation.Simulation.Report;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Counts schedules and what came of them, and fails at the first that breaks a promise. */
final class Tally {

  private final Map<String, long[]> counts = new TreeMap<>();
  private final Map<ErrorCode, Long> failures = new EnumMap<>(ErrorCode.class);

  /** Fails when the schedule broke a promise. */
  void check(String kind, Report report) {
    count(kind, report);
    assertEquals(List.of(), report.violations(), report::text);
  }

  private synchronized void count(String kind, Report report) {
    long[] count = counts.computeIfAbsent(kind, k -> new long[2]);
    count[0]++;
    count[1] += report.points().size();
    for (Event event : report.events()) {
      if (event instanceof CallEnded ended && ended.end() instanceof End.Failed failed) {
        failures.merge(failed.code(), 1L, Long::sum);
      }
    }
  }

  /** A simulation that never comes to a failure proves nothing about it. */
  synchronized void requireSeen(Set<ErrorCode> codes) {
    assertTrue(failures.keySet().containsAll(codes), () -> "only these were seen: " + failures);
  }

  /** Prints the figures, and records them on the page of guarantees. */
  synchronized void tell() {
    counts.forEach(
        (kind, count) ->
            RecordedFigures.record(
                "simulation, " + kind,
                "%,d schedules, %,d calls of ports, 0 violations".formatted(count[0], count[1])));
    System.out.println("simulation, failures that callers saw: " + failures);
  }
}
