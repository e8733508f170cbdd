package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** Array: the number of elements in LEB128, then the elements. */
final class ArrayWriter extends ColumnWriter {

  private final ColumnWriter element;
  private final ColumnWriter afterLastElement;

  ArrayWriter(RowBuffer out, String column, ColumnType type, ColumnWriter element) {
    super(out, column, type);
    this.element = element;
    this.afterLastElement =
        new ClosedPlace(
            kind -> failure(Reason.ARRAY_SHAPE, kind + " behind the last element of the array"));
  }

  @Override
  void beginArray(int length) throws IOException {
    if (length < 0) {
      throw failure(Reason.ARRAY_SHAPE, "an array of negative length");
    }
    // No element takes less than a byte, so too many are known before the first of them comes.
    out.reserve((long) RowBuffer.varUIntLength(length) + length, this);
    out.putVarUInt(length);
  }

  @Override
  ColumnWriter element() {
    return element;
  }

  @Override
  ColumnWriter afterLastElement() {
    return afterLastElement;
  }
}
