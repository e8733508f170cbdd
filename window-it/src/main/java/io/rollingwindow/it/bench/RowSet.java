package io.rollingwindow.it.bench;

import java.math.BigInteger;

/**
 * Which rows there are, however they are ordered.
 *
 * @param rows how many
 * @param sum the sum of their hashes modulo 2<sup>128</sup>
 */
record RowSet(long rows, BigInteger sum) {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  RowSet plus(RowSet other) {
    return new RowSet(rows + other.rows, sum.add(other.sum).mod(MODULUS));
  }

  /**
   * Stops the benchmark when other rows are there.
   *
   * @throws IllegalStateException when they differ
   */
  void require(RowSet actual, String where) {
    if (!equals(actual)) {
      throw new IllegalStateException(
          where
              + " does not hold the expected rows: "
              + rows
              + " expected, "
              + actual.rows
              + " there");
    }
  }
}
