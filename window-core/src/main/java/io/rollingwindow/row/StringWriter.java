package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;
import java.util.Objects;

/** String: the number of bytes in LEB128, then the bytes. */
final class StringWriter extends ColumnWriter {

  StringWriter(RowBuffer out, String column, ColumnType type) {
    super(out, column, type);
  }

  @Override
  void text(byte[] buffer, int offset, int length) throws IOException {
    reserve(buffer, offset, length);
    if (!Utf8.isWellFormed(buffer, offset, length)) {
      throw failure(Reason.NOT_UTF8, "the text is not well-formed UTF-8");
    }
    put(buffer, offset, length);
  }

  @Override
  void bytes(byte[] buffer, int offset, int length) throws IOException {
    reserve(buffer, offset, length);
    put(buffer, offset, length);
  }

  private void reserve(byte[] buffer, int offset, int length) throws IOException {
    out.reserve((long) RowBuffer.varUIntLength(length) + length, this);
    Objects.checkFromIndexSize(offset, length, buffer.length);
  }

  private void put(byte[] buffer, int offset, int length) {
    out.putVarUInt(length);
    out.putBytes(buffer, offset, length);
  }
}
