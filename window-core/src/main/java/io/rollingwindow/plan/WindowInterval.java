package io.rollingwindow.plan;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;

/**
 * A half-open interval {@code [start, end)} of instants in whole microseconds since
 * 1970-01-01T00:00:00Z. It knows no zone: two spellings of one instant are one bound.
 *
 * @param startMicros the first microsecond inside
 * @param endMicros the first microsecond after
 */
public record WindowInterval(long startMicros, long endMicros) {

  private static final long MICROS_PER_SECOND = 1_000_000L;

  /**
   * Checks the order of the bounds.
   *
   * @throws IllegalArgumentException when the interval is empty, reversed or longer than a signed
   *     64-bit count of microseconds
   */
  public WindowInterval {
    if (startMicros >= endMicros) {
      throw new IllegalArgumentException("the interval must end after it starts");
    }
    if (endMicros - startMicros < 0) {
      throw new IllegalArgumentException("the interval is too long");
    }
  }

  /**
   * The interval between two instants.
   *
   * @param start the first instant inside
   * @param end the first instant after
   * @return the interval
   * @throws IllegalArgumentException when a bound has a part below a microsecond, lies outside the
   *     range of microseconds in 64 bits, or the interval is empty or reversed
   */
  public static WindowInterval of(Instant start, Instant end) {
    return new WindowInterval(micros(start), micros(end));
  }

  /**
   * An instant as microseconds since 1970-01-01T00:00:00Z.
   *
   * @param instant a whole number of microseconds
   * @return the microseconds, negative before 1970
   * @throws IllegalArgumentException when the instant has a finer part or does not fit 64 bits
   */
  public static long micros(Instant instant) {
    Objects.requireNonNull(instant, "instant");
    if (instant.getNano() % 1_000 != 0) {
      throw new IllegalArgumentException("an instant must be a whole number of microseconds");
    }
    // Seconds are rounded down, so before 1970 they alone may pass the range that the sum is in.
    long seconds = instant.getEpochSecond();
    int micros = instant.getNano() / 1_000;
    try {
      return seconds < 0
          ? Math.addExact(
              Math.multiplyExact(seconds + 1, MICROS_PER_SECOND), micros - MICROS_PER_SECOND)
          : Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), micros);
    } catch (ArithmeticException e) {
      throw new IllegalArgumentException("an instant lies outside the supported range", e);
    }
  }

  /**
   * The first instant inside.
   *
   * @return the start
   */
  public Instant start() {
    return instant(startMicros);
  }

  /**
   * The first instant after.
   *
   * @return the end
   */
  public Instant end() {
    return instant(endMicros);
  }

  /**
   * The length.
   *
   * @return microseconds, at least 1
   */
  public long lengthMicros() {
    return endMicros - startMicros;
  }

  /**
   * Whether an instant lies inside.
   *
   * @param micros microseconds since 1970-01-01T00:00:00Z
   * @return true from the start on and before the end
   */
  public boolean contains(long micros) {
    return startMicros <= micros && micros < endMicros;
  }

  private static Instant instant(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }

  @Override
  public String toString() {
    return "[" + start() + ", " + end() + ")";
  }
}
