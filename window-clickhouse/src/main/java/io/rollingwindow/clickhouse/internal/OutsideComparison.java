package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;
import java.util.Collection;
import java.util.Map;

/**
 * Compares the rows outside the window of two tables, exactly and with multiplicity: rows are
 * grouped by their bytes, so NaN, negative zero and NULL are what they are stored as. The grouped
 * state goes to disk beyond a bound.
 */
final class OutsideComparison {

  /**
   * Each thread groups, and spills, on its own: without a bound, cores would multiply the memory.
   */
  private static final String THREADS = "2";

  private final TargetContext context;
  private final ControlSession session;
  private final WindowPlan plan;

  OutsideComparison(TargetContext context, ControlSession session, WindowPlan plan) {
    this.context = context;
    this.session = session;
    this.plan = plan;
  }

  /**
   * How two tables differ.
   *
   * @param rows distinct rows that occur a different number of times
   * @param copies how many copies they differ by, in sum
   */
  record Difference(long rows, long copies) {

    boolean isNone() {
      return rows == 0;
    }
  }

  /**
   * Compares all partitions.
   *
   * @param one a table
   * @param other another table with the same columns
   */
  Difference compareAll(TableRef one, TableRef other) {
    return compare(one, other, "");
  }

  /** Compares some partitions, which have the same ids in both tables. */
  Difference compare(TableRef one, TableRef other, Collection<String> partitions) {
    return partitions.isEmpty()
        ? new Difference(0, 0)
        : compare(one, other, " AND " + Partitions.among(partitions));
  }

  private Difference compare(TableRef one, TableRef other, String condition) {
    String bytes = context.rows().alias("row_bytes");
    String side = context.rows().alias("row_side");
    String sql =
        "SELECT count(), sum(abs(copies)) FROM (SELECT sum("
            + side
            + ") AS copies FROM ("
            + select(one, 1, bytes, side, condition)
            + " UNION ALL "
            + select(other, -1, bytes, side, condition)
            + ") GROUP BY "
            + bytes
            + " HAVING copies != 0)";
    return session
        .query(
            sql,
            Map.of(
                "max_bytes_before_external_group_by",
                String.valueOf(context.limits().compareMemory()),
                "max_threads",
                THREADS),
            row -> new Difference(row.getLong(1), row.getLong(2)))
        .get(0);
  }

  private String select(TableRef table, int sign, String bytes, String side, String condition) {
    return "SELECT %s AS %s, toInt64(%d) AS %s FROM %s WHERE %s%s"
        .formatted(
            context.rows().rowBytes(),
            bytes,
            sign,
            side,
            table.sql(),
            context.rows().outside(plan.interval()),
            condition);
  }
}
