package io.rollingwindow.type;

import java.math.BigInteger;

/** The integer types, from {@code Int8} and {@code UInt8} to {@code Int256} and {@code UInt256}. */
public enum IntegerType implements ColumnType {
  /** {@code Int8}. */
  INT8("Int8", 8, true),
  /** {@code Int16}. */
  INT16("Int16", 16, true),
  /** {@code Int32}. */
  INT32("Int32", 32, true),
  /** {@code Int64}. */
  INT64("Int64", 64, true),
  /** {@code Int128}. */
  INT128("Int128", 128, true),
  /** {@code Int256}. */
  INT256("Int256", 256, true),
  /** {@code UInt8}. */
  UINT8("UInt8", 8, false),
  /** {@code UInt16}. */
  UINT16("UInt16", 16, false),
  /** {@code UInt32}. */
  UINT32("UInt32", 32, false),
  /** {@code UInt64}. */
  UINT64("UInt64", 64, false),
  /** {@code UInt128}. */
  UINT128("UInt128", 128, false),
  /** {@code UInt256}. */
  UINT256("UInt256", 256, false);

  private final String nativeName;
  private final int bits;
  private final boolean signed;

  IntegerType(String nativeName, int bits, boolean signed) {
    this.nativeName = nativeName;
    this.bits = bits;
    this.signed = signed;
  }

  @Override
  public String nativeName() {
    return nativeName;
  }

  /**
   * Returns the width.
   *
   * @return 8, 16, 32, 64, 128 or 256 bits
   */
  public int bits() {
    return bits;
  }

  /**
   * Tells whether negative values exist.
   *
   * @return true for {@code Int*}, false for {@code UInt*}
   */
  public boolean signed() {
    return signed;
  }

  /**
   * Returns the smallest value.
   *
   * @return the smallest value that the type holds
   */
  public BigInteger min() {
    return signed ? BigInteger.ONE.shiftLeft(bits - 1).negate() : BigInteger.ZERO;
  }

  /**
   * Returns the largest value.
   *
   * @return the largest value that the type holds
   */
  public BigInteger max() {
    return BigInteger.ONE.shiftLeft(signed ? bits - 1 : bits).subtract(BigInteger.ONE);
  }

  @Override
  public String toString() {
    return nativeName;
  }
}
