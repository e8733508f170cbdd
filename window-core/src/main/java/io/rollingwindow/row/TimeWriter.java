package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;

/** DateTime and DateTime64: ticks since 1970-01-01 UTC in four or eight bytes. */
final class TimeWriter extends ColumnWriter {

  private static final int MICRO_DIGITS = 6;

  private final int width;
  private final long minMicros;
  private final long maxMicros;
  private final long microsPerTick;
  private final long ticksPerMicro;

  private TimeWriter(
      RowBuffer out,
      String column,
      ColumnType type,
      int width,
      int precision,
      DateTime64Range range) {
    super(out, column, type);
    this.width = width;
    this.microsPerTick = powerOfTen(MICRO_DIGITS - precision);
    this.ticksPerMicro = powerOfTen(precision - MICRO_DIGITS);
    this.minMicros = Math.max(range.minSecond() * 1_000_000, Long.MIN_VALUE / ticksPerMicro);
    this.maxMicros = Math.min(range.endSecond() * 1_000_000 - 1, Long.MAX_VALUE / ticksPerMicro);
  }

  static TimeWriter dateTime(RowBuffer out, String column, ColumnType type) {
    return new TimeWriter(out, column, type, Integer.BYTES, 0, new DateTime64Range(0, 1L << 32));
  }

  static TimeWriter dateTime64(
      RowBuffer out, String column, ColumnType type, int precision, DateTime64Range range) {
    return new TimeWriter(out, column, type, Long.BYTES, precision, range);
  }

  @Override
  void epochMicros(long micros) throws IOException {
    if (micros < minMicros || micros > maxMicros) {
      throw outOfRange();
    }
    long ticks = micros * ticksPerMicro;
    if (microsPerTick != 1) {
      ticks = micros / microsPerTick;
      if (ticks * microsPerTick != micros) {
        throw failure(
            Reason.SCALE_LOSS, "the instant has a fraction finer than " + typeName() + " keeps");
      }
    }
    out.reserve(width, this);
    out.putLittleEndian(ticks, width);
  }

  private static long powerOfTen(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }
}
