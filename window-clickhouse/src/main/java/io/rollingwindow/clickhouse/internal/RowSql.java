package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.util.List;
import java.util.stream.Collectors;

/** Expressions over the rows of a table with the target's columns. */
final class RowSql {

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final WindowSchema schema;
  private final String window;
  private final boolean nullableWindow;
  private final String columns;

  RowSql(WindowSchema schema, String windowColumn) {
    this.schema = schema;
    this.window = Sql.name(windowColumn);
    this.nullableWindow = schema.columns().get(schema.indexOf(windowColumn)).type().acceptsNull();
    this.columns = Sql.names(columnNames());
  }

  List<String> columnNames() {
    return schema.columns().stream().map(WindowColumn::name).toList();
  }

  /** All columns, in order. */
  String columns() {
    return columns;
  }

  /** The exact bytes of a row: two rows are equal when these are. */
  String rowBytes() {
    return "formatRow('RowBinary', " + columns + ")";
  }

  /** The keyed hash of a row, an unsigned 128-bit number. */
  String rowHash(DigestKey key) {
    return "reinterpretAsUInt128(sipHash128Keyed((toUInt64('%s'), toUInt64('%s')), %s))"
        .formatted(Long.toUnsignedString(key.k0()), Long.toUnsignedString(key.k1()), rowBytes());
  }

  /** The sum of all row hashes modulo 2^128, as decimal text. */
  String digest(DigestKey key) {
    return "toString(sum(" + rowHash(key) + "))";
  }

  /** The window column as microseconds since 1970. */
  String windowMicros() {
    return "toUnixTimestamp64Micro(" + window + ")";
  }

  /** The UTC day of the window column, counted from 1970-01-01, right also before it. */
  String windowDay() {
    String micros = windowMicros();
    return "intDiv(%s - positiveModulo(%s, %d), %d)"
        .formatted(micros, micros, MICROS_PER_DAY, MICROS_PER_DAY);
  }

  /** How many rows have NULL, one expression for each column, in order. */
  String nullCounts() {
    return schema.columns().stream()
        .map(
            column ->
                column.type().acceptsNull()
                    ? "countIf(isNull(" + Sql.name(column.name()) + "))"
                    : "0")
        .collect(Collectors.joining(", "));
  }

  String inside(WindowInterval interval) {
    return "(%s >= %s AND %s < %s)"
        .formatted(window, instant(interval.startMicros()), window, instant(interval.endMicros()));
  }

  /** Everything else, rows without a window value included. */
  String outside(WindowInterval interval) {
    String before = "%s < %s".formatted(window, instant(interval.startMicros()));
    String after = "%s >= %s".formatted(window, instant(interval.endMicros()));
    return nullableWindow
        ? "(isNull(%s) OR %s OR %s)".formatted(window, before, after)
        : "(%s OR %s)".formatted(before, after);
  }

  /** A name for a result that is no column of the table. */
  String alias(String base) {
    List<String> taken = columnNames();
    String alias = base;
    while (taken.contains(alias)) {
      alias += '_';
    }
    return Sql.name(alias);
  }

  private static String instant(long micros) {
    return "fromUnixTimestamp64Micro(toInt64(" + micros + "), 'UTC')";
  }
}
