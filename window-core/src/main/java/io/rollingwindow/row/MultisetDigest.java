package io.rollingwindow.row;

import java.math.BigInteger;

/**
 * What is known of a multiset of rows: how many there are, and the sum modulo 2<sup>128</sup> of
 * the keyed hash of each.
 *
 * <p>The order of the rows does not matter, equal rows count as often as they occur, and the
 * digests of two parts add up to the digest of the whole. Equal digests mean equal multisets up to
 * a probability of about 2<sup>-128</sup> for rows chosen without knowledge of the key: they are
 * strong evidence, not a proof.
 *
 * @param rows the number of rows
 * @param high the upper 64 bits of the sum
 * @param low the lower 64 bits of the sum
 */
public record MultisetDigest(long rows, long high, long low) {

  /** The name of this algorithm: SipHash-2-4 with 128 bits over each row in RowBinary, summed. */
  public static final String ALGORITHM = "rowbinary-siphash128-sum-v1";

  /** The digest of no rows. */
  public static final MultisetDigest EMPTY = new MultisetDigest(0, 0, 0);

  /**
   * Checks the count.
   *
   * @throws IllegalArgumentException when the number of rows is negative
   */
  public MultisetDigest {
    if (rows < 0) {
      throw new IllegalArgumentException("a number of rows is not negative");
    }
  }

  /**
   * Returns the digest of both multisets together.
   *
   * @param other the digest of the other multiset, made under the same key
   * @return the sum
   * @throws ArithmeticException when the number of rows exceeds 2<sup>63</sup> - 1
   */
  public MultisetDigest plus(MultisetDigest other) {
    long sum = low + other.low;
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    return new MultisetDigest(Math.addExact(rows, other.rows), high + other.high + carry, sum);
  }

  /**
   * Returns the digest of this multiset without the rows of another.
   *
   * @param other the digest of a part of this multiset, made under the same key
   * @return the difference
   * @throws IllegalArgumentException when the other multiset has more rows
   */
  public MultisetDigest minus(MultisetDigest other) {
    long borrow = Long.compareUnsigned(low, other.low) < 0 ? 1 : 0;
    return new MultisetDigest(rows - other.rows, high - other.high - borrow, low - other.low);
  }

  /**
   * Returns the sum as text, for people and files.
   *
   * @return 32 lowercase hexadecimal digits, the highest first
   */
  public String toHex() {
    return String.format("%016x%016x", high, low);
  }

  /**
   * Returns the sum as ClickHouse prints a {@code UInt128}.
   *
   * @return an unsigned decimal number
   */
  public String toDecimal() {
    return unsigned(high).shiftLeft(Long.SIZE).or(unsigned(low)).toString();
  }

  /**
   * Makes a digest of what ClickHouse answers to {@code count(), sum(..)}.
   *
   * @param rows the number of rows
   * @param sum an unsigned decimal number below 2<sup>128</sup>: decimal digits and nothing else
   * @return the digest
   * @throws IllegalArgumentException when the number of rows is negative or the sum is no such
   *     number
   */
  public static MultisetDigest fromDecimal(long rows, String sum) {
    if (sum.isEmpty() || sum.length() > 39 || !sum.chars().allMatch(c -> c >= '0' && c <= '9')) {
      throw new IllegalArgumentException("a digest sum is an unsigned decimal number");
    }
    BigInteger number = new BigInteger(sum);
    if (number.bitLength() > 2 * Long.SIZE) {
      throw new IllegalArgumentException("a digest sum lies below 2^128");
    }
    return new MultisetDigest(rows, number.shiftRight(Long.SIZE).longValue(), number.longValue());
  }

  private static BigInteger unsigned(long half) {
    return new BigInteger(Long.toUnsignedString(half));
  }
}
