package io.rollingwindow.row;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Takes the difference of two sketches apart. A cell that copies of a single row account for gives
 * that row away; with it taken out of its other cells, those may do the same.
 */
final class SketchPeeling {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(2 * Long.SIZE);

  /** Of so many copies as a power of 2, the hash is still found by trying. */
  private static final int MAX_UNKNOWN_BITS = 16;

  private final long[] rows = new long[MultisetSketch.CELLS];
  private final BigInteger[] sums = new BigInteger[MultisetSketch.CELLS];
  private final long[] checks = new long[MultisetSketch.CELLS];

  void set(int cell, long rowsOf, BigInteger sum, long check) {
    rows[cell] = rowsOf;
    sums[cell] = sum.mod(MODULUS);
    checks[cell] = check;
  }

  MultisetDifference peel() {
    SortedMap<BigInteger, Long> found = new TreeMap<>();
    Deque<Integer> look = new ArrayDeque<>();
    IntStream.range(0, MultisetSketch.CELLS).forEach(look::add);
    // No row is found twice, but for a check that fits by accident.
    while (!look.isEmpty() && found.size() <= MultisetSketch.CELLS) {
      int cell = look.remove();
      Optional<BigInteger> hash = onlyRow(cell);
      if (hash.isPresent()) {
        long copies = rows[cell];
        found.merge(hash.get(), copies, Long::sum);
        look.addAll(remove(hash.get(), copies));
      }
    }
    List<MultisetDifference.Row> named = new ArrayList<>();
    for (Map.Entry<BigInteger, Long> row : found.entrySet()) {
      if (row.getValue() != 0) {
        named.add(new MultisetDifference.Row(String.format("%032x", row.getKey()), row.getValue()));
      }
    }
    return new MultisetDifference(named, left());
  }

  /** The row whose copies are all that a cell holds. */
  private Optional<BigInteger> onlyRow(int cell) {
    int unknown = Long.numberOfTrailingZeros(rows[cell]);
    if (unknown > MAX_UNKNOWN_BITS || sums[cell].getLowestSetBit() < unknown) {
      return Optional.empty();
    }
    // rows * hash = sum. What rows is even by leaves as many upper bits of the hash open.
    BigInteger modulus = MODULUS.shiftRight(unknown);
    BigInteger odd = BigInteger.valueOf(rows[cell]).shiftRight(unknown);
    BigInteger lower =
        sums[cell].shiftRight(unknown).multiply(odd.modInverse(modulus)).mod(modulus);
    for (long upper = 0; upper < 1L << unknown; upper++) {
      BigInteger hash = modulus.multiply(BigInteger.valueOf(upper)).or(lower);
      if (accountsFor(hash, cell)) {
        return Optional.of(hash);
      }
    }
    return Optional.empty();
  }

  private boolean accountsFor(BigInteger hash, int cell) {
    return check(hash) * rows[cell] == checks[cell]
        && MultisetSketch.cell(cell >> MultisetSketch.GROUP_BITS, hash.longValue()) == cell;
  }

  private List<Integer> remove(BigInteger hash, long copies) {
    List<Integer> touched = new ArrayList<>();
    for (int group = 0; group < MultisetSketch.GROUPS; group++) {
      int cell = MultisetSketch.cell(group, hash.longValue());
      BigInteger sum = sums[cell].subtract(hash.multiply(BigInteger.valueOf(copies)));
      set(cell, rows[cell] - copies, sum, checks[cell] - check(hash) * copies);
      touched.add(cell);
    }
    return touched;
  }

  private static long check(BigInteger hash) {
    return MultisetSketch.check(hash.longValue(), hash.shiftRight(Long.SIZE).longValue());
  }

  /** At least how many rows are left: every row is in one cell of each group. */
  private int left() {
    return IntStream.range(0, MultisetSketch.GROUPS).map(this::leftInGroup).max().orElse(0);
  }

  private int leftInGroup(int group) {
    int first = group << MultisetSketch.GROUP_BITS;
    return (int)
        IntStream.range(first, first + (1 << MultisetSketch.GROUP_BITS))
            .filter(cell -> rows[cell] != 0 || checks[cell] != 0 || sums[cell].signum() != 0)
            .count();
  }
}
