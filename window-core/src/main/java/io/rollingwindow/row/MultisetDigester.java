package io.rollingwindow.row;

import java.util.Objects;

/**
 * Adds rows up to a {@link MultisetDigest}. The rows may come in any order; nothing is allocated
 * for a row. One instance serves one thread, and the digests of several add up.
 */
public final class MultisetDigester {

  private final SipHash128 hash;
  private long rows;
  private long high;
  private long low;

  /**
   * Starts with no rows.
   *
   * @param key the key of the plan
   */
  public MultisetDigester(DigestKey key) {
    this.hash = new SipHash128(key);
  }

  /**
   * Adds one row.
   *
   * @param buffer holds the row in RowBinary
   * @param offset where the row begins
   * @param length the bytes of the row
   * @throws IndexOutOfBoundsException when the range does not lie in the array; nothing is added
   */
  public void add(byte[] buffer, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, buffer.length);
    hash.hash(buffer, offset, length);
    long sum = low + hash.first();
    long carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
    low = sum;
    high += hash.second() + carry;
    rows++;
  }

  /** Adds the row that was added last to a sketch as well. */
  void addLastTo(MultisetSketch sketch) {
    sketch.add(hash.first(), hash.second());
  }

  /**
   * Returns how many rows were added.
   *
   * @return the number of rows
   */
  public long rows() {
    return rows;
  }

  /**
   * Returns the digest of the rows so far; more may be added afterwards.
   *
   * @return the digest
   */
  public MultisetDigest digest() {
    return new MultisetDigest(rows, high, low);
  }
}
