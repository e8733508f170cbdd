package io.rollingwindow.row;

import java.time.LocalDate;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts the values of the window column: the earliest, the latest, and how many fall on each UTC
 * day. Neighbouring rows mostly share a day, so a day is counted in a field and goes to the table
 * when another day comes.
 */
final class WindowTracker {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final long start;
  private final long end;

  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private final DayCounts days = new DayCounts();
  private long day;
  private long dayRows;

  /** The window is {@code [start, end)}, in microseconds since 1970-01-01 UTC. */
  WindowTracker(long start, long end) {
    this.start = start;
    this.end = end;
  }

  boolean contains(long micros) {
    return micros >= start && micros < end;
  }

  void count(long micros) {
    min = Math.min(min, micros);
    max = Math.max(max, micros);
    long rowDay = Math.floorDiv(micros, MICROS_PER_DAY);
    if (rowDay != day) {
      days.add(day, dayRows);
      day = rowDay;
      dayRows = 0;
    }
    dayRows++;
  }

  OptionalLong min() {
    return min > max ? OptionalLong.empty() : OptionalLong.of(min);
  }

  OptionalLong max() {
    return min > max ? OptionalLong.empty() : OptionalLong.of(max);
  }

  SortedMap<LocalDate, Long> rowsByDay() {
    days.add(day, dayRows);
    dayRows = 0;
    SortedMap<LocalDate, Long> rows = new TreeMap<>();
    days.forEach((epochDay, count) -> rows.put(LocalDate.ofEpochDay(epochDay), count));
    return rows;
  }
}
