package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** Float32 and Float64: the IEEE 754 bits, the lowest byte first. */
final class FloatWriter extends ColumnWriter {

  /** The bound above every long, which casting back to long would hide. */
  private static final double TWO_TO_63 = 0x1p63;

  private final boolean single;

  FloatWriter(RowBuffer out, String column, ColumnType type, boolean single) {
    super(out, column, type);
    this.single = single;
  }

  @Override
  void float32(float value) throws IOException {
    if (single) {
      putSingle(value);
    } else {
      putDouble(value);
    }
  }

  @Override
  void float64(double value) throws IOException {
    if (single) {
      float narrowed = (float) value;
      if (narrowed != value && !Double.isNaN(value)) {
        throw precisionLoss();
      }
      putSingle(narrowed);
    } else {
      putDouble(value);
    }
  }

  @Override
  void int64(long value) throws IOException {
    double converted = value;
    if (converted == TWO_TO_63 || (long) converted != value) {
      throw precisionLoss();
    }
    float64(converted);
  }

  private RowValueException precisionLoss() {
    return failure(
        Reason.PRECISION_LOSS, "the value has more digits than " + typeName() + " keeps");
  }

  private void putSingle(float value) throws IOException {
    out.reserve(Float.BYTES, this);
    out.putLittleEndian(Float.floatToRawIntBits(value), Float.BYTES);
  }

  private void putDouble(double value) throws IOException {
    out.reserve(Double.BYTES, this);
    out.putLittleEndian(Double.doubleToRawLongBits(value), Double.BYTES);
  }
}
