package io.rollingwindow.type;

/**
 * {@code Decimal(precision, scale)}: numbers of up to {@code precision} decimal digits, {@code
 * scale} of them behind the point.
 *
 * @param precision decimal digits in all, 1 to {@value #MAX_PRECISION}
 * @param scale decimal digits behind the point, 0 to {@code precision}
 */
public record DecimalType(int precision, int scale) implements ColumnType {

  /** The largest precision, that of {@code Decimal256}. */
  public static final int MAX_PRECISION = 76;

  /**
   * Checks the bounds.
   *
   * @throws IllegalArgumentException when precision or scale is out of bounds
   */
  public DecimalType {
    if (precision < 1 || precision > MAX_PRECISION) {
      throw new IllegalArgumentException("a Decimal precision lies between 1 and " + MAX_PRECISION);
    }
    if (scale < 0 || scale > precision) {
      throw new IllegalArgumentException("a Decimal scale lies between 0 and its precision");
    }
  }

  /**
   * Returns the width in which ClickHouse stores the unscaled number.
   *
   * @return 4 bytes up to 9 digits, 8 up to 18, 16 up to 38, else 32
   */
  public int byteWidth() {
    if (precision <= 9) {
      return 4;
    }
    if (precision <= 18) {
      return 8;
    }
    return precision <= 38 ? 16 : 32;
  }

  @Override
  public String nativeName() {
    return "Decimal(" + precision + ", " + scale + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
