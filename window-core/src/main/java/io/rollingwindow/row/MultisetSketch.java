package io.rollingwindow.row;

import java.math.BigInteger;
import java.util.Objects;

/**
 * What names the rows in which two multisets differ, without keeping any row: an invertible Bloom
 * lookup table over the row hashes of {@link MultisetDigester}. Memory is 48 KiB whatever the
 * number of rows.
 *
 * <p>Every row is added to one cell of each of {@value #GROUPS} groups. A cell keeps how many rows
 * came, the sum of their hashes modulo 2<sup>128</sup> and a check. Equal rows cancel out when two
 * sketches are subtracted, so what is left is about the rows that differ; see {@link #minus}.
 *
 * <p>The order of the rows does not matter. One instance serves one thread.
 */
public final class MultisetSketch {

  /** In how many cells a row is counted. */
  public static final int GROUPS = 3;

  /** How many cells a group has, as a power of 2. */
  public static final int GROUP_BITS = 9;

  /** How many cells there are, numbered from 0. */
  public static final int CELLS = GROUPS << GROUP_BITS;

  /** How far the upper half of a hash is rotated before it is multiplied into the check. */
  public static final int CHECK_ROTATION = 32;

  private static final int FIELDS = 4;
  private static final int GROUP_MASK = (1 << GROUP_BITS) - 1;

  /** Of each cell: rows, low and high half of the sum, check. */
  private final long[] cells;

  /** A sketch of no rows. */
  public MultisetSketch() {
    this.cells = new long[CELLS * FIELDS];
  }

  /**
   * Tells the cell of a row in one group: bits of the hash, lowest first.
   *
   * @param low the lower half of the row's hash
   */
  static int cell(int group, long low) {
    return (group << GROUP_BITS) + ((int) (low >>> (group * GROUP_BITS)) & GROUP_MASK);
  }

  /** A number that tells apart hashes whose multiples agree. */
  static long check(long low, long high) {
    return low * Long.rotateLeft(high, CHECK_ROTATION);
  }

  /** Adds a row by its hash. */
  void add(long low, long high) {
    long check = check(low, high);
    for (int group = 0; group < GROUPS; group++) {
      add(cell(group, low), 1, low, high, check);
    }
  }

  private void add(int cell, long rows, long low, long high, long check) {
    int at = cell * FIELDS;
    long sum = cells[at + 1] + low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    cells[at] += rows;
    cells[at + 1] = sum;
    cells[at + 2] += high + carry;
    cells[at + 3] += check;
  }

  /**
   * Adds what another party has counted for one cell. The cell of a row in group {@code g} is
   * {@code g} times 2<sup>{@value #GROUP_BITS}</sup> plus the {@value #GROUP_BITS} bits of its hash
   * that stand {@code g} times as many bits above the lowest.
   *
   * @param cell its number, below {@link #CELLS}
   * @param rows how many rows
   * @param sum the sum of their hashes modulo 2<sup>128</sup>
   * @param check the sum, modulo 2<sup>64</sup>, of the lower half of each hash times the upper
   *     half rotated left by {@value #CHECK_ROTATION} bits
   * @throws IndexOutOfBoundsException when there is no such cell
   */
  public void addCell(int cell, long rows, BigInteger sum, BigInteger check) {
    Objects.checkIndex(cell, CELLS);
    add(cell, rows, sum.longValue(), sum.shiftRight(Long.SIZE).longValue(), check.longValue());
  }

  /**
   * Tells in which rows this multiset differs from another.
   *
   * @param other a sketch made under the same key
   * @return the rows by their hashes: all of them as long as not more than about a thousand differ,
   *     else those that could be told apart
   */
  public MultisetDifference minus(MultisetSketch other) {
    SketchPeeling peeling = new SketchPeeling();
    for (int cell = 0; cell < CELLS; cell++) {
      int at = cell * FIELDS;
      peeling.set(
          cell,
          cells[at] - other.cells[at],
          sum(at).subtract(other.sum(at)),
          cells[at + 3] - other.cells[at + 3]);
    }
    return peeling.peel();
  }

  private BigInteger sum(int at) {
    return BigInteger.valueOf(cells[at + 2])
        .shiftLeft(Long.SIZE)
        .or(new BigInteger(Long.toUnsignedString(cells[at + 1])));
  }
}
