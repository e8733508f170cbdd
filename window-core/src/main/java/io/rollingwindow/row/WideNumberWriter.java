package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/**
 * Integers and Decimals whose unscaled numbers do not fit into a long: UInt64, 128 and 256 bits.
 */
final class WideNumberWriter extends NumberWriter {

  private final int width;
  private final Magnitude256 greatest;
  private final Magnitude256 greatestNegative;
  private final Magnitude256 scratch = new Magnitude256();

  WideNumberWriter(RowBuffer out, String column, ColumnType type, NumberShape shape) {
    super(out, column, type, shape.scale(), shape.maxDigits());
    this.width = shape.width();
    this.greatest = Magnitude256.of(shape.max());
    this.greatestNegative = Magnitude256.of(shape.min().negate());
  }

  @Override
  void putUnscaled(boolean negative, long magnitude) throws IOException {
    scratch.set(magnitude);
    putWide(negative);
  }

  @Override
  Magnitude256 wideMagnitude() {
    return scratch;
  }

  @Override
  void putWide(boolean negative) throws IOException {
    if (scratch.exceeds(negative ? greatestNegative : greatest)) {
      throw outOfRange();
    }
    out.reserve(width, this);
    scratch.putTo(out, width, negative);
  }
}
