package io.rollingwindow.row;

import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.IntegerType;
import java.math.BigInteger;

/**
 * The unscaled numbers that a column stores.
 *
 * @param width bytes of a stored number
 * @param scale decimal digits behind the point
 * @param min the smallest unscaled number
 * @param max the largest unscaled number
 */
record NumberShape(int width, int scale, BigInteger min, BigInteger max) {

  static NumberShape of(IntegerType type) {
    return new NumberShape(type.bits() / Byte.SIZE, 0, type.min(), type.max());
  }

  static NumberShape of(DecimalType type) {
    BigInteger max = BigInteger.TEN.pow(type.precision()).subtract(BigInteger.ONE);
    return new NumberShape(type.byteWidth(), type.scale(), max.negate(), max);
  }

  boolean fitsLong() {
    return max.bitLength() < Long.SIZE;
  }

  int maxDigits() {
    return max.toString().length();
  }
}
