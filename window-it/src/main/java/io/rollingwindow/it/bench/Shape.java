package io.rollingwindow.it.bench;

import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table as both servers have it. Its rows are made from their number, evenly spread over the
 * window, so that every run measures the same data.
 *
 * @param name what it is called in the report
 * @param columns its columns
 */
record Shape(String name, List<ShapeColumn> columns) {

  Shape {
    columns = List.copyOf(columns);
  }

  /** The column that the window is about. */
  static final String WINDOW_COLUMN = "at";

  /** Where the window starts. */
  static final Instant WINDOW_START = Instant.parse("2026-03-02T00:00:00Z");

  /** How long the window is. */
  static final Duration WINDOW_LENGTH = Duration.ofDays(7);

  WindowSchema schema() {
    return WindowSchema.of(
        columns.stream()
            .map(column -> new WindowColumn(column.name(), ColumnType.parse(column.clickHouse())))
            .toList());
  }

  /** The names, separated by commas; none needs quotes. */
  String names() {
    return columns.stream().map(ShapeColumn::name).collect(Collectors.joining(", "));
  }

  String createInPostgres(String table) {
    return "CREATE TABLE " + table + " (" + declared(ShapeColumn::postgres) + ")";
  }

  /** Fills the table with so many rows, spread evenly over the window in the order of time. */
  String fillInPostgres(String table, long rows) {
    String values = columns.stream().map(ShapeColumn::value).collect(Collectors.joining(", "));
    long step = rows == 0 ? 0 : WINDOW_LENGTH.toNanos() / 1000 / rows;
    return "INSERT INTO "
        + table
        + " SELECT "
        + values
        + " FROM generate_series(0::int8, "
        + (rows - 1)
        + ") AS g, (SELECT interval '"
        + step
        + " microseconds' AS step) AS steps";
  }

  String createInClickHouse(String table, String partitionBy) {
    return "CREATE TABLE "
        + table
        + " ("
        + declared(ShapeColumn::clickHouse)
        + ") ENGINE = MergeTree"
        + (partitionBy.isEmpty() ? "" : " PARTITION BY " + partitionBy)
        + " ORDER BY ("
        + WINDOW_COLUMN
        + ", id)";
  }

  /** The condition, in ClickHouse, of the rows in a window of that length from the start. */
  static String inside(Duration window) {
    String start = "toDateTime64('2026-03-02 00:00:00', 6, 'UTC')";
    return String.format(
        "%s >= %s AND %s < %s + toIntervalMicrosecond(%d)",
        WINDOW_COLUMN, start, WINDOW_COLUMN, start, window.toNanos() / 1000);
  }

  private String declared(java.util.function.Function<ShapeColumn, String> type) {
    return columns.stream()
        .map(column -> column.name() + " " + type.apply(column))
        .collect(Collectors.joining(", "));
  }
}
