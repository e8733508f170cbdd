package io.rollingwindow.row;

import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was counted while rows were encoded. Totals of the slices of a chunk, and of the chunks of a
 * window, add up to the totals of the whole in any order.
 *
 * @param digest the rows as a multiset
 * @param encodedBytes the bytes of all rows in RowBinary
 * @param minWindowMicros the earliest value of the window column in microseconds since 1970-01-01
 *     UTC; empty without rows
 * @param maxWindowMicros the latest value of the window column in microseconds since 1970-01-01
 *     UTC; empty without rows
 * @param nullCounts how many rows have NULL in each column, in the order of the schema; NULL
 *     elements of arrays are not counted
 * @param rowsByUtcDay how many rows have their window column in each UTC day; days without rows are
 *     absent
 */
public record RowTotals(
    MultisetDigest digest,
    long encodedBytes,
    OptionalLong minWindowMicros,
    OptionalLong maxWindowMicros,
    List<Long> nullCounts,
    SortedMap<LocalDate, Long> rowsByUtcDay) {

  /**
   * Copies the collections and checks that the parts can belong together.
   *
   * @throws IllegalArgumentException when the parts contradict each other
   */
  public RowTotals {
    Objects.requireNonNull(digest, "digest");
    nullCounts = List.copyOf(nullCounts);
    rowsByUtcDay = Collections.unmodifiableSortedMap(new TreeMap<>(rowsByUtcDay));
    if (encodedBytes < 0) {
      throw new IllegalArgumentException("a number of bytes is not negative");
    }
    if (minWindowMicros.isPresent() != maxWindowMicros.isPresent()
        || minWindowMicros.isPresent() != digest.rows() > 0) {
      throw new IllegalArgumentException("window bounds are known exactly when there are rows");
    }
    if (minWindowMicros.isPresent() && minWindowMicros.getAsLong() > maxWindowMicros.getAsLong()) {
      throw new IllegalArgumentException("the earliest value is not after the latest");
    }
    for (long count : nullCounts) {
      if (count < 0 || count > digest.rows()) {
        throw new IllegalArgumentException("a NULL count lies between 0 and the number of rows");
      }
    }
    long counted = 0;
    for (long count : rowsByUtcDay.values()) {
      if (count < 1) {
        throw new IllegalArgumentException("a day is present when it has rows");
      }
      counted = Math.addExact(counted, count);
    }
    if (counted != digest.rows()) {
      throw new IllegalArgumentException("the days add up to the number of rows");
    }
  }

  /**
   * Returns the totals of no rows.
   *
   * @param columns the number of columns of the schema
   * @return totals that change nothing when they are added
   */
  public static RowTotals empty(int columns) {
    return new RowTotals(
        MultisetDigest.EMPTY,
        0,
        OptionalLong.empty(),
        OptionalLong.empty(),
        Collections.nCopies(columns, 0L),
        new TreeMap<>());
  }

  /**
   * Returns the number of rows.
   *
   * @return the number of rows
   */
  public long rows() {
    return digest.rows();
  }

  /**
   * Returns the earliest value of the window column.
   *
   * @return the instant, exact to the microsecond; empty without rows
   */
  public Optional<Instant> minWindow() {
    return instant(minWindowMicros);
  }

  /**
   * Returns the latest value of the window column.
   *
   * @return the instant, exact to the microsecond; empty without rows
   */
  public Optional<Instant> maxWindow() {
    return instant(maxWindowMicros);
  }

  /**
   * Returns the totals of both sets of rows together.
   *
   * @param other totals for the same schema, digested under the same key
   * @return the sum
   * @throws IllegalArgumentException when the numbers of columns differ
   * @throws ArithmeticException when a count exceeds 2<sup>63</sup> - 1
   */
  public RowTotals plus(RowTotals other) {
    if (nullCounts.size() != other.nullCounts.size()) {
      throw new IllegalArgumentException("totals add up when they are of one schema");
    }
    List<Long> nulls = new ArrayList<>(nullCounts.size());
    for (int i = 0; i < nullCounts.size(); i++) {
      nulls.add(Math.addExact(nullCounts.get(i), other.nullCounts.get(i)));
    }
    SortedMap<LocalDate, Long> days = new TreeMap<>(rowsByUtcDay);
    other.rowsByUtcDay.forEach((day, count) -> days.merge(day, count, Math::addExact));
    return new RowTotals(
        digest.plus(other.digest),
        Math.addExact(encodedBytes, other.encodedBytes),
        either(minWindowMicros, other.minWindowMicros, true),
        either(maxWindowMicros, other.maxWindowMicros, false),
        nulls,
        days);
  }

  private static OptionalLong either(OptionalLong one, OptionalLong other, boolean smaller) {
    if (one.isEmpty()) {
      return other;
    }
    if (other.isEmpty()) {
      return one;
    }
    long a = one.getAsLong();
    long b = other.getAsLong();
    return OptionalLong.of(smaller ? Math.min(a, b) : Math.max(a, b));
  }

  private static Optional<Instant> instant(OptionalLong micros) {
    return micros.isEmpty()
        ? Optional.empty()
        : Optional.of(Instant.EPOCH.plus(micros.getAsLong(), ChronoUnit.MICROS));
  }
}
