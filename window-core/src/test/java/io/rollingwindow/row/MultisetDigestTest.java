package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MultisetDigestTest {

  private static final DigestKey KEY = new DigestKey(1, 2);

  private static MultisetDigest digest(List<byte[]> rows) {
    MultisetDigester digester = new MultisetDigester(KEY);
    rows.forEach(row -> digester.add(row, 0, row.length));
    return digester.digest();
  }

  private static List<byte[]> rows(String... rows) {
    List<byte[]> bytes = new ArrayList<>();
    for (String row : rows) {
      bytes.add(row.getBytes(StandardCharsets.UTF_8));
    }
    return bytes;
  }

  @Property
  void theDigestIsTheReferenceSum(@ForAll @Size(max = 12) List<byte[]> rows) {
    MultisetDigest digest = digest(rows);
    assertEquals(rows.size(), digest.rows());
    assertEquals(ReferenceDigest.sum(KEY, rows), new BigInteger(digest.toDecimal()));
  }

  @Property
  void theOrderOfRowsDoesNotMatter(@ForAll @Size(max = 12) List<byte[]> rows, @ForAll long seed) {
    List<byte[]> shuffled = new ArrayList<>(rows);
    Collections.shuffle(shuffled, new Random(seed));
    assertEquals(digest(rows), digest(shuffled));
  }

  @Property
  void digestsOfPartsAddUpAndSubtract(
      @ForAll @Size(max = 12) List<byte[]> one, @ForAll @Size(max = 12) List<byte[]> other) {
    List<byte[]> both = new ArrayList<>(one);
    both.addAll(other);
    MultisetDigest whole = digest(both);
    assertEquals(whole, digest(one).plus(digest(other)));
    assertEquals(whole, digest(other).plus(digest(one)));
    assertEquals(digest(one), whole.minus(digest(other)));
    assertEquals(whole, whole.plus(MultisetDigest.EMPTY));
    assertEquals(MultisetDigest.EMPTY, whole.minus(whole));
  }

  @Property
  void additionIsThatOfUnsigned128BitNumbers(
      @ForAll long high, @ForAll long low, @ForAll long otherHigh, @ForAll long otherLow) {
    MultisetDigest one = new MultisetDigest(3, high, low);
    MultisetDigest other = new MultisetDigest(2, otherHigh, otherLow);
    BigInteger modulus = BigInteger.TWO.pow(128);
    BigInteger a = new BigInteger(one.toDecimal());
    BigInteger b = new BigInteger(other.toDecimal());
    assertEquals(a.add(b).mod(modulus).toString(), one.plus(other).toDecimal());
    assertEquals(a.subtract(b).mod(modulus).toString(), one.minus(other).toDecimal());
    assertEquals(one, MultisetDigest.fromDecimal(3, one.toDecimal()));
    assertEquals(a, new BigInteger(one.toHex(), 16));
  }

  @Test
  void aMissingOrExtraCopyOfARowShows() {
    MultisetDigest twice = digest(rows("r", "r"));
    MultisetDigest thrice = digest(rows("r", "r", "r"));
    assertNotEquals(twice, thrice);
    assertNotEquals(
        digest(rows("r", "s", "s")), digest(rows("r", "r", "s")), "with equal counts too");
  }

  @Test
  void rowsThatOccurTwiceDoNotCancelOut() {
    assertNotEquals(MultisetDigest.EMPTY, digest(rows("a", "a", "b", "b")));
    assertNotEquals(digest(rows("a", "a")), digest(rows("b", "b")));
  }

  @Test
  void bytesCannotMoveFromOneRowToAnother() {
    assertNotEquals(digest(rows("ab", "c")), digest(rows("a", "bc")));
    assertNotEquals(digest(rows("ab", "")), digest(rows("a", "b")));
    assertNotEquals(digest(rows("")), MultisetDigest.EMPTY);
  }

  @Test
  void anotherKeyGivesAnotherDigest() {
    byte[] row = {1, 2, 3};
    MultisetDigester digester = new MultisetDigester(new DigestKey(2, 1));
    digester.add(row, 0, 3);
    assertNotEquals(digest(List.of(row)), digester.digest());
  }

  @Test
  void aDigestCanBeReadAndAddedToFurther() {
    MultisetDigester digester = new MultisetDigester(KEY);
    assertEquals(MultisetDigest.EMPTY, digester.digest());
    digester.add(new byte[] {9, 1, 2, 9}, 1, 2);
    assertEquals(digest(List.of(new byte[] {1, 2})), digester.digest());
    digester.add(new byte[] {3}, 0, 1);
    assertEquals(digest(List.of(new byte[] {1, 2}, new byte[] {3})), digester.digest());
    assertEquals(2, digester.rows());
  }

  @Test
  void aRangeOutsideTheArrayAddsNothing() {
    MultisetDigester digester = new MultisetDigester(KEY);
    byte[] row = new byte[16];
    assertThrows(IndexOutOfBoundsException.class, () -> digester.add(row, 0, 17));
    assertThrows(IndexOutOfBoundsException.class, () -> digester.add(row, 12, 8));
    assertThrows(IndexOutOfBoundsException.class, () -> digester.add(row, -1, 4));
    assertThrows(IndexOutOfBoundsException.class, () -> digester.add(row, 4, -1));
    assertEquals(MultisetDigest.EMPTY, digester.digest());
  }

  @Test
  void textFormsAreThoseOfAnUnsignedNumber() {
    MultisetDigest greatest = new MultisetDigest(1, -1, -1);
    assertEquals("340282366920938463463374607431768211455", greatest.toDecimal());
    assertEquals("ffffffffffffffffffffffffffffffff", greatest.toHex());
    MultisetDigest small = new MultisetDigest(1, 0, 10);
    assertEquals("10", small.toDecimal());
    assertEquals("0000000000000000000000000000000a", small.toHex());
    assertEquals("18446744073709551616", new MultisetDigest(1, 1, 0).toDecimal());
    assertEquals(MultisetDigest.EMPTY, MultisetDigest.fromDecimal(0, "0"));
    assertEquals(small, MultisetDigest.fromDecimal(1, "0010"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " 1",
        "-1",
        "+1",
        "1.0",
        "0x1",
        "١",
        "nan",
        "340282366920938463463374607431768211456",
        "9999999999999999999999999999999999999999"
      })
  void whatIsNoUnsigned128BitNumberIsNoSum(String sum) {
    assertThrows(IllegalArgumentException.class, () -> MultisetDigest.fromDecimal(1, sum));
  }

  @Test
  void countsAreNeverNegative() {
    assertThrows(IllegalArgumentException.class, () -> new MultisetDigest(-1, 0, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> MultisetDigest.EMPTY.minus(new MultisetDigest(1, 0, 0)));
    assertThrows(
        ArithmeticException.class,
        () -> new MultisetDigest(Long.MAX_VALUE, 0, 0).plus(new MultisetDigest(1, 0, 0)));
  }

  @Test
  void keysAreDrawnAtRandom() {
    SecureRandom random = new SecureRandom();
    DigestKey key = DigestKey.random(random);
    assertNotEquals(key, DigestKey.random(random));
    assertNotEquals(key.k0(), key.k1());
  }
}
