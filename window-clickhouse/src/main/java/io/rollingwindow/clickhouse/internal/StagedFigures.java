package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What the server itself counts in a table.
 *
 * @param digest rows and their digest
 * @param minMicros the earliest window value; empty when there is none
 * @param maxMicros the latest window value; empty when there is none
 * @param nullCounts NULLs of each column, in order
 */
record StagedFigures(
    MultisetDigest digest, OptionalLong minMicros, OptionalLong maxMicros, List<Long> nullCounts) {

  /** How many expressions stand before the NULL counts. */
  static final int LEADING = 4;

  /** The expressions that {@link #read} reads back, in order. */
  static String expressions(RowSql rows, DigestKey key) {
    return "count(), %s, min(%s), max(%s), %s"
        .formatted(rows.digest(key), rows.windowMicros(), rows.windowMicros(), rows.nullCounts());
  }

  /** Reads a row of the expressions, which are its first columns. */
  static StagedFigures read(ResultSet row, int columns) throws SQLException {
    List<Long> nulls = new ArrayList<>(columns);
    for (int i = 0; i < columns; i++) {
      nulls.add(row.getLong(LEADING + 1 + i));
    }
    return new StagedFigures(
        MultisetDigest.fromDecimal(row.getLong(1), row.getString(2)),
        micros(row, 3),
        micros(row, 4),
        nulls);
  }

  private static OptionalLong micros(ResultSet row, int column) throws SQLException {
    long micros = row.getLong(column);
    return row.wasNull() || row.getLong(1) == 0 ? OptionalLong.empty() : OptionalLong.of(micros);
  }

  boolean agreesWith(RowTotals totals) {
    return digest.equals(totals.digest())
        && minMicros.equals(totals.minWindowMicros())
        && maxMicros.equals(totals.maxWindowMicros())
        && nullCounts.equals(totals.nullCounts());
  }
}
