package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;
import java.util.Map;
import java.util.TreeMap;

/**
 * How many rows each partition has inside the window: asked of the data, never inferred from a
 * partition key. Only the window column is read.
 */
record InsideRows(Map<String, Long> partitions) {

  static InsideRows read(
      ControlSession session, TargetContext context, WindowPlan plan, TableRef table) {
    Map<String, Long> counts = new TreeMap<>();
    session
        .query(
            "SELECT _partition_id, count() FROM %s WHERE %s GROUP BY _partition_id"
                .formatted(table.sql(), context.rows().inside(plan.interval())),
            row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(partition -> counts.put(partition.getKey(), partition.getValue()));
    return new InsideRows(counts);
  }

  long of(String partition) {
    return partitions.getOrDefault(partition, 0L);
  }

  long rows() {
    return partitions.values().stream().mapToLong(Long::longValue).sum();
  }
}
