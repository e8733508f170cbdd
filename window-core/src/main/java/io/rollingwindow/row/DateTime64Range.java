package io.rollingwindow.row;

/**
 * The instants that a server keeps in a {@code DateTime64} without changing them when they are
 * read. Where the ticks of a fine precision overflow 64 bits sooner, that bound holds as well.
 *
 * @param minSecond the first second, counted from 1970-01-01 UTC
 * @param endSecond the first second that is too late, counted from 1970-01-01 UTC
 */
public record DateTime64Range(long minSecond, long endSecond) {

  /** The years 1900 to 2299: servers before 26.7. */
  public static final DateTime64Range YEARS_1900_TO_2299 =
      new DateTime64Range(-2_208_988_800L, 10_413_792_000L);

  /** The years 0 to 9999: servers from 26.7 on. */
  public static final DateTime64Range YEARS_0_TO_9999 =
      new DateTime64Range(-62_167_219_200L, 253_402_300_800L);

  /**
   * Checks the order.
   *
   * @throws IllegalArgumentException when the range is empty, or its bounds are no 64-bit counts of
   *     microseconds
   */
  public DateTime64Range {
    if (minSecond >= endSecond) {
      throw new IllegalArgumentException("a range has instants");
    }
    if (minSecond < Long.MIN_VALUE / 1_000_000 || endSecond > Long.MAX_VALUE / 1_000_000) {
      throw new IllegalArgumentException("a range is counted in microseconds of 64 bits");
    }
  }
}
