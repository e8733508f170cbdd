package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/**
 * Integers and Decimals whose unscaled numbers fit into a long: up to Int64, UInt32 and 18 digits.
 */
final class LongNumberWriter extends NumberWriter {

  private final int width;
  private final long min;
  private final long max;
  private final boolean whole;

  LongNumberWriter(RowBuffer out, String column, ColumnType type, NumberShape shape) {
    super(out, column, type, shape.scale(), shape.maxDigits());
    this.width = shape.width();
    this.min = shape.min().longValueExact();
    this.max = shape.max().longValueExact();
    this.whole = shape.scale() == 0;
  }

  @Override
  void int64(long value) throws IOException {
    if (whole) {
      put(value);
    } else {
      super.int64(value);
    }
  }

  @Override
  void putUnscaled(boolean negative, long magnitude) throws IOException {
    long value = negative ? -magnitude : magnitude;
    if (value != 0 && value < 0 != negative) {
      throw outOfRange();
    }
    put(value);
  }

  private void put(long value) throws IOException {
    if (value < min || value > max) {
      throw outOfRange();
    }
    out.reserve(width, this);
    out.putLittleEndian(value, width);
  }

  @Override
  Magnitude256 wideMagnitude() {
    throw outOfRange();
  }

  @Override
  void putWide(boolean negative) {
    throw outOfRange();
  }
}
