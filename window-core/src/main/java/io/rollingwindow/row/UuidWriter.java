package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** UUID: the upper half, then the lower, each the lowest byte first. */
final class UuidWriter extends ColumnWriter {

  UuidWriter(RowBuffer out, String column, ColumnType type) {
    super(out, column, type);
  }

  @Override
  void uuid(long high, long low) throws IOException {
    out.reserve(2 * Long.BYTES, this);
    out.putLittleEndian(high, Long.BYTES);
    out.putLittleEndian(low, Long.BYTES);
  }
}
