package io.rollingwindow.row;

import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DateTime64Type;
import io.rollingwindow.type.DateTimeType;
import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.EnumType;
import io.rollingwindow.type.FixedStringType;
import io.rollingwindow.type.FloatType;
import io.rollingwindow.type.IntegerType;
import io.rollingwindow.type.ScalarType;
import java.time.LocalDate;

/** Finds the writer of each type, once per column. */
final class ColumnWriters {

  private static final int MAX_DATE = 0xFFFF;
  private static final long MIN_DATE32 = LocalDate.of(1900, 1, 1).toEpochDay();
  private static final long MAX_DATE32 = LocalDate.of(2299, 12, 31).toEpochDay();

  private final RowBuffer out;
  private final DateTime64Range range;

  ColumnWriters(RowBuffer out, DateTime64Range range) {
    this.out = out;
    this.range = range;
  }

  ColumnWriter of(String column, ColumnType type) {
    ColumnType values = type.unwrapped();
    if (values instanceof ScalarType scalar) {
      return scalar(column, type, scalar);
    }
    if (values instanceof IntegerType integer) {
      return number(column, type, NumberShape.of(integer));
    }
    if (values instanceof DecimalType decimal) {
      return number(column, type, NumberShape.of(decimal));
    }
    if (values instanceof FloatType) {
      return new FloatWriter(out, column, type, values == FloatType.FLOAT32);
    }
    if (values instanceof FixedStringType fixed) {
      return new FixedStringWriter(out, column, type, fixed.length());
    }
    if (values instanceof DateTimeType) {
      return TimeWriter.dateTime(out, column, type);
    }
    if (values instanceof DateTime64Type time) {
      return TimeWriter.dateTime64(out, column, type, time.precision(), range);
    }
    if (values instanceof EnumType labels) {
      return new EnumWriter(out, column, type, labels);
    }
    if (values instanceof ArrayType array) {
      return new ArrayWriter(out, column, type, of(column, array.element()));
    }
    throw new IllegalArgumentException("no writer for " + type.nativeName());
  }

  private ColumnWriter scalar(String column, ColumnType type, ScalarType scalar) {
    return switch (scalar) {
      case BOOL -> new BoolWriter(out, column, type);
      case STRING -> new StringWriter(out, column, type);
      case UUID -> new UuidWriter(out, column, type);
      case DATE -> new DateWriter(out, column, type, Short.BYTES, 0, MAX_DATE);
      case DATE32 -> new DateWriter(out, column, type, Integer.BYTES, MIN_DATE32, MAX_DATE32);
      case IPV4 -> new Ipv4Writer(out, column, type);
      case IPV6 -> new Ipv6Writer(out, column, type);
    };
  }

  private ColumnWriter number(String column, ColumnType type, NumberShape shape) {
    return shape.fitsLong()
        ? new LongNumberWriter(out, column, type, shape)
        : new WideNumberWriter(out, column, type, shape);
  }
}
