package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** Date and Date32: days since 1970-01-01 in two or four bytes. */
final class DateWriter extends ColumnWriter {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final int width;
  private final long minDay;
  private final long maxDay;

  DateWriter(RowBuffer out, String column, ColumnType type, int width, long minDay, long maxDay) {
    super(out, column, type);
    this.width = width;
    this.minDay = minDay;
    this.maxDay = maxDay;
  }

  @Override
  void epochDay(long day) throws IOException {
    if (day < minDay || day > maxDay) {
      throw outOfRange();
    }
    out.reserve(width, this);
    out.putLittleEndian(day, width);
  }

  @Override
  void epochMicros(long micros) throws IOException {
    if (micros % MICROS_PER_DAY != 0) {
      throw failure(
          Reason.SCALE_LOSS, "the instant is no midnight in UTC, as " + typeName() + " needs");
    }
    epochDay(micros / MICROS_PER_DAY);
  }
}
