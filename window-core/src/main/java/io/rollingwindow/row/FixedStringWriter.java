package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;
import java.util.Objects;

/**
 * FixedString: exactly its bytes.
 *
 * <p>Two values of one column never become the same bytes. Byte strings have the exact length. Text
 * may be shorter and is followed by NULs; so that these can be told from its own, text does not end
 * in NUL.
 */
final class FixedStringWriter extends ColumnWriter {

  private final int width;

  FixedStringWriter(RowBuffer out, String column, ColumnType type, int width) {
    super(out, column, type);
    this.width = width;
  }

  @Override
  void text(byte[] buffer, int offset, int length) throws IOException {
    if (length > width) {
      throw wrongLength("the text is longer than ");
    }
    out.reserve(width, this);
    Objects.checkFromIndexSize(offset, length, buffer.length);
    if (!Utf8.isWellFormed(buffer, offset, length)) {
      throw failure(Reason.NOT_UTF8, "the text is not well-formed UTF-8");
    }
    if (length > 0 && buffer[offset + length - 1] == 0) {
      throw wrongLength("the text ends in NUL, which would be lost among the padding of ");
    }
    out.putBytes(buffer, offset, length);
    out.putZeros(width - length);
  }

  @Override
  void bytes(byte[] buffer, int offset, int length) throws IOException {
    if (length != width) {
      throw wrongLength("the byte string has not the length of ");
    }
    out.reserve(width, this);
    out.putBytes(buffer, offset, length);
  }

  private RowValueException wrongLength(String detail) {
    return failure(Reason.WRONG_LENGTH, detail + typeName());
  }
}
