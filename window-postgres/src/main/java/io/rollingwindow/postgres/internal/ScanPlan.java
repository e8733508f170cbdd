package io.rollingwindow.postgres.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The planner's opinion of a query on one table.
 *
 * @param rows how many rows it expects
 * @param width how many bytes it expects a row to have
 * @param wholeTable whether it would scan the whole table
 */
record ScanPlan(long rows, long width, boolean wholeTable) {

  /** Expects nothing. */
  static final ScanPlan UNKNOWN = new ScanPlan(0, 0, false);

  private static final Pattern ESTIMATE = Pattern.compile("rows=(\\d{1,18}) width=(\\d{1,9})\\)");

  /** Asks for the plan of a query. */
  static ScanPlan of(PgSession session, String query) throws SQLException {
    return session.query("EXPLAIN " + query, ScanPlan::read);
  }

  static ScanPlan read(ResultSet answer) throws SQLException {
    return answer.next() ? parse(answer.getString(1)) : UNKNOWN;
  }

  /** How many bytes it expects all rows to have. */
  long bytes() {
    return Math.multiplyExact(Math.min(rows, Integer.MAX_VALUE), width);
  }

  /** Reads the first line of EXPLAIN in its text format; a line of another form expects nothing. */
  static ScanPlan parse(String line) {
    Matcher estimate = ESTIMATE.matcher(line);
    if (!estimate.find()) {
      return UNKNOWN;
    }
    return new ScanPlan(
        Long.parseLong(estimate.group(1)),
        Long.parseLong(estimate.group(2)),
        line.startsWith("Seq Scan "));
  }
}
