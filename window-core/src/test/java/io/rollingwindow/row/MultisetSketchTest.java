package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.row.MultisetDifference.Row;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which rows differ, told from sketches alone. */
class MultisetSketchTest {

  private static final DigestKey KEY = new DigestKey(3, 4);
  private static final int MANY = 20_000;

  /** Some copies of each of the rows 0 to {@code rows}. */
  private static MultisetSketch sketch(int rows, LongUnaryOperator copies) {
    MultisetSketch sketch = new MultisetSketch();
    for (long row = 0; row < rows; row++) {
      for (long copy = 0; copy < copies.applyAsLong(row); copy++) {
        add(sketch, row);
      }
    }
    return sketch;
  }

  private static void add(MultisetSketch sketch, long row) {
    MultisetDigester digester = new MultisetDigester(KEY);
    byte[] bytes = BigInteger.valueOf(row).toByteArray();
    digester.add(bytes, 0, bytes.length);
    digester.addLastTo(sketch);
  }

  private static String hash(long row) {
    MultisetDigester digester = new MultisetDigester(KEY);
    byte[] bytes = BigInteger.valueOf(row).toByteArray();
    digester.add(bytes, 0, bytes.length);
    return digester.digest().toHex();
  }

  private static Map<String, Long> copies(MultisetDifference difference) {
    return difference.rows().stream().collect(Collectors.toMap(Row::hash, Row::copies));
  }

  @Test
  void equalMultisetsDoNotDiffer() {
    assertTrue(sketch(MANY, row -> 2).minus(sketch(MANY, row -> 2)).isEmpty());
  }

  @Test
  void aLostADoubledAndAChangedRowAmongManyAreNamed() {
    MultisetSketch sent = sketch(MANY, row -> row < MANY - 1 ? 1 : 0);
    MultisetSketch found =
        sketch(MANY, row -> row == 5 ? 0 : row == 6 ? 2 : row == 7 ? 0 : row == 8 ? 4 : 1);

    MultisetDifference difference = found.minus(sent);

    assertEquals(0, difference.others());
    assertEquals(
        Map.of(hash(5), -1L, hash(6), 1L, hash(7), -1L, hash(8), 3L, hash(MANY - 1), 1L),
        copies(difference));
  }

  /** An even number of copies leaves bits of the hash to be found by trying. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 6, 7, 8, 1000, 4096, 65_536})
  void anyNumberOfCopiesIsCounted(int copies) {
    MultisetSketch none = new MultisetSketch();
    MultisetSketch some = sketch(1, row -> copies);

    assertEquals(List.of(new Row(hash(0), copies)), some.minus(none).rows());
    assertEquals(List.of(new Row(hash(0), -copies)), none.minus(some).rows());
  }

  @Property(tries = 50)
  void aFewHundredDifferencesAreAllNamed(
      @ForAll @Size(max = 300)
          Map<@IntRange(max = 100_000) Integer, @IntRange(min = 1, max = 9) Integer> lost,
      @ForAll @Size(max = 300)
          Map<@IntRange(max = 100_000) Integer, @IntRange(min = 1, max = 9) Integer> added) {
    MultisetSketch sent = new MultisetSketch();
    MultisetSketch found = new MultisetSketch();
    Map<String, Long> expected = new HashMap<>();
    lost.forEach((row, copies) -> put(sent, row, copies, expected, -1));
    added.forEach((row, copies) -> put(found, row, copies, expected, 1));
    expected.values().removeIf(copies -> copies == 0);

    MultisetDifference difference = found.minus(sent);

    assertEquals(expected, copies(difference));
    assertEquals(0, difference.others());
  }

  private static void put(
      MultisetSketch sketch, int row, int copies, Map<String, Long> expected, int sign) {
    LongStream.range(0, copies).forEach(copy -> add(sketch, row));
    expected.merge(hash(row), (long) sign * copies, Long::sum);
  }

  @Test
  void aThousandDifferencesAreAllNamed() {
    MultisetDifference difference = sketch(1000, row -> 1).minus(new MultisetSketch());

    assertEquals(1000, difference.rows().size());
    assertEquals(0, difference.others());
  }

  @Test
  void moreThanCanBeToldApartAreCountedFromBelowAndNoneIsMadeUp() {
    Set<String> sent = new HashSet<>();
    LongStream.range(0, MANY).forEach(row -> sent.add(hash(row)));

    MultisetDifference difference = new MultisetSketch().minus(sketch(MANY, row -> 1));

    assertEquals(1 << MultisetSketch.GROUP_BITS, difference.others());
    difference.rows().forEach(row -> assertTrue(sent.contains(row.hash()), row::toString));
  }

  @Test
  void cellsOfAnotherPartyCountTheSame() {
    MultisetSketch own = sketch(1, row -> 3);
    BigInteger hash = new BigInteger(hash(0), 16);
    BigInteger low = new BigInteger(Long.toUnsignedString(hash.longValue()));
    BigInteger check =
        low.multiply(BigInteger.valueOf(Long.rotateLeft(hash.shiftRight(64).longValue(), 32)));
    MultisetSketch theirs = new MultisetSketch();
    for (int group = 0; group < MultisetSketch.GROUPS; group++) {
      int cell = 512 * group + (hash.shiftRight(9 * group).intValue() & 511);
      BigInteger three = BigInteger.valueOf(3);
      theirs.addCell(cell, 3, hash.multiply(three), check.multiply(three));
    }

    assertTrue(own.minus(theirs).isEmpty());
    assertThrows(
        IndexOutOfBoundsException.class,
        () -> theirs.addCell(MultisetSketch.CELLS, 1, BigInteger.ONE, BigInteger.ONE));
  }
}
