package io.rollingwindow.callbacks;

import io.rollingwindow.plan.WindowInterval;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.TimeUnit;

/**
 * The UTC days of a window in order, those without rows included. Where there are more days than
 * bars, equally many neighbouring days share one.
 *
 * @param daysPerBar how many days a bar stands for; the last one may stand for fewer
 * @param bars in order of time
 */
record DayBars(long daysPerBar, List<Bar> bars) {

  private static final int MAX_BARS = 120;
  private static final long DAY_MICROS = TimeUnit.DAYS.toMicros(1);

  /**
   * The rows of some neighbouring days.
   *
   * @param first the first day
   * @param last the last day
   * @param rows their rows
   */
  record Bar(LocalDate first, LocalDate last, long rows) {

    String label() {
      return first.equals(last) ? first.toString() : first + " to " + last;
    }
  }

  static DayBars of(WindowInterval window, SortedMap<LocalDate, Long> rowsByUtcDay) {
    long first = Math.floorDiv(window.startMicros(), DAY_MICROS);
    long last = Math.floorDiv(window.endMicros() - 1, DAY_MICROS);
    if (!rowsByUtcDay.isEmpty()) {
      first = Math.min(first, rowsByUtcDay.firstKey().toEpochDay());
      last = Math.max(last, rowsByUtcDay.lastKey().toEpochDay());
    }
    long days = last - first + 1;
    long daysPerBar = (days - 1) / MAX_BARS + 1;
    long[] rows = new long[(int) ((days - 1) / daysPerBar + 1)];
    for (var day : rowsByUtcDay.entrySet()) {
      rows[(int) ((day.getKey().toEpochDay() - first) / daysPerBar)] += day.getValue();
    }
    List<Bar> bars = new ArrayList<>(rows.length);
    for (int i = 0; i < rows.length; i++) {
      long from = first + i * daysPerBar;
      long to = Math.min(from + daysPerBar - 1, last);
      bars.add(new Bar(LocalDate.ofEpochDay(from), LocalDate.ofEpochDay(to), rows[i]));
    }
    return new DayBars(daysPerBar, List.copyOf(bars));
  }

  long mostRows() {
    return bars.stream().mapToLong(Bar::rows).max().orElse(0);
  }
}
