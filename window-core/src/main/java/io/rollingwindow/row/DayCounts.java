package io.rollingwindow.row;

/** Counts by day in a hash table of primitives: rows in no order of time must not cost objects. */
final class DayCounts {

  /** Takes a day and its count. */
  interface Visitor {
    void visit(long day, long count);
  }

  private static final int FIRST_PLACES = 16;

  private long[] days = new long[FIRST_PLACES];

  /** 0 marks an empty place; the table is at most half full. */
  private long[] counts = new long[FIRST_PLACES];

  private int used;

  void add(long day, long count) {
    if (count == 0) {
      return;
    }
    int place = place(day);
    if (counts[place] == 0) {
      days[place] = day;
      used++;
    }
    counts[place] += count;
    if (2 * used > days.length) {
      grow();
    }
  }

  void forEach(Visitor visitor) {
    for (int i = 0; i < days.length; i++) {
      if (counts[i] != 0) {
        visitor.visit(days[i], counts[i]);
      }
    }
  }

  private int place(long day) {
    int mask = days.length - 1;
    int place = (int) day & mask;
    while (counts[place] != 0 && days[place] != day) {
      place = (place + 1) & mask;
    }
    return place;
  }

  private void grow() {
    long[] oldDays = days;
    long[] oldCounts = counts;
    days = new long[2 * oldDays.length];
    counts = new long[2 * oldDays.length];
    used = 0;
    for (int i = 0; i < oldDays.length; i++) {
      add(oldDays[i], oldCounts[i]);
    }
  }
}
