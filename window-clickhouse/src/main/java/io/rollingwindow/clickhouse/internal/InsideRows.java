package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.MultisetDigest;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * The rows inside the window by partition: asked of the data, never inferred from a partition key.
 */
record InsideRows(Map<String, MultisetDigest> partitions) {

  static InsideRows read(
      ControlSession session, TargetContext context, WindowPlan plan, TableRef table) {
    return read(session, context, plan, table, "");
  }

  static InsideRows read(
      ControlSession session,
      TargetContext context,
      WindowPlan plan,
      TableRef table,
      Collection<String> only) {
    return only.isEmpty()
        ? new InsideRows(Map.of())
        : read(session, context, plan, table, " AND " + Partitions.among(only));
  }

  private static InsideRows read(
      ControlSession session,
      TargetContext context,
      WindowPlan plan,
      TableRef table,
      String condition) {
    Map<String, MultisetDigest> partitions = new TreeMap<>();
    session
        .query(
            "SELECT _partition_id, count(), %s FROM %s WHERE %s%s GROUP BY _partition_id"
                .formatted(
                    context.rows().digest(plan.digestKey()),
                    table.sql(),
                    context.rows().inside(plan.interval()),
                    condition),
            row ->
                Map.entry(
                    row.getString(1), MultisetDigest.fromDecimal(row.getLong(2), row.getString(3))))
        .forEach(partition -> partitions.put(partition.getKey(), partition.getValue()));
    return new InsideRows(partitions);
  }

  /** How many rows each partition has inside the window, without looking at the other columns. */
  static Map<String, Long> counts(
      ControlSession session, TargetContext context, WindowPlan plan, TableRef table) {
    Map<String, Long> counts = new TreeMap<>();
    session
        .query(
            "SELECT _partition_id, count() FROM %s WHERE %s GROUP BY _partition_id"
                .formatted(table.sql(), context.rows().inside(plan.interval())),
            row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(partition -> counts.put(partition.getKey(), partition.getValue()));
    return counts;
  }

  MultisetDigest of(String partition) {
    return partitions.getOrDefault(partition, MultisetDigest.EMPTY);
  }

  long rows() {
    return partitions.values().stream().mapToLong(MultisetDigest::rows).sum();
  }
}
