package io.rollingwindow.row;

import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** Bool: one byte, 0 or 1. */
final class BoolWriter extends ColumnWriter {

  BoolWriter(RowBuffer out, String column, ColumnType type) {
    super(out, column, type);
  }

  @Override
  void bool(boolean value) throws IOException {
    out.reserve(1, this);
    out.putByte(value ? 1 : 0);
  }
}
