package io.rollingwindow.simulation;

/**
 * A row of the simulated tables.
 *
 * @param id any number
 * @param micros the window column; {@link #NULL} where it has no value
 */
record Row(long id, long micros) implements Comparable<Row> {

  static final long NULL = Long.MIN_VALUE;

  boolean isInside(long startMicros, long endMicros) {
    return micros != NULL && micros >= startMicros && micros < endMicros;
  }

  @Override
  public int compareTo(Row other) {
    int byTime = Long.compare(micros, other.micros);
    return byTime == 0 ? Long.compare(id, other.id) : byTime;
  }
}
