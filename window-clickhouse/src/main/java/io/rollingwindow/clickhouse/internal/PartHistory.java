package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The active parts of a table with what they were made from, so that a background merge is told
 * from a write without reading a row.
 *
 * <p>Whatever brings rows into a partition gets a block number that was never used there; a merge
 * covers the blocks of the parts that it replaces and keeps their rows; a mutation leaves its own,
 * higher number. Source: {@code MergeTreePartInfo} of ClickHouse, as {@code system.parts} shows it.
 */
record PartHistory(Map<String, List<PartHistory.Made>> partitions) {

  /**
   * A part and what it was made from.
   *
   * @param first the lowest block
   * @param last the highest block
   * @param version the number of its last mutation, or {@code first} where there was none
   * @param masked whether rows of it are deleted and still stored; a merge sweeps them out
   * @param part what it holds
   */
  record Made(long first, long last, long version, boolean masked, PartSet.Part part) {

    long mutation() {
      return version == first ? 0 : version;
    }
  }

  static PartHistory read(ControlSession session, TableRef table) {
    Map<String, List<Made>> partitions = new TreeMap<>();
    session
        .query(
            "SELECT partition_id, min_block_number, max_block_number, data_version,"
                + " has_lightweight_delete, rows, hash_of_all_files FROM system.parts WHERE "
                + table.isTable()
                + " AND active",
            row ->
                Map.entry(
                    row.getString(1),
                    new Made(
                        row.getLong(2),
                        row.getLong(3),
                        row.getLong(4),
                        row.getBoolean(5),
                        new PartSet.Part(row.getLong(6), row.getString(7)))))
        .forEach(
            part ->
                partitions
                    .computeIfAbsent(part.getKey(), id -> new ArrayList<>())
                    .add(part.getValue()));
    partitions.values().forEach(parts -> parts.sort(Comparator.comparingLong(Made::first)));
    return new PartHistory(partitions);
  }

  /** The parts alone. */
  PartSet parts() {
    Map<String, Map<PartSet.Part, Integer>> sets = new HashMap<>();
    partitions.forEach(
        (partition, parts) ->
            parts.forEach(
                made ->
                    sets.computeIfAbsent(partition, id -> new HashMap<>())
                        .merge(made.part(), 1, Integer::sum)));
    return new PartSet(sets);
  }

  /**
   * Whether all that happened to a partition between this and a later look is that parts merged.
   */
  boolean isOnlyMergedIn(PartHistory later, String partition) {
    List<Made> before = partitions.getOrDefault(partition, List.of());
    int next = 0;
    for (Made now : later.partitions.getOrDefault(partition, List.of())) {
      int end = next;
      while (end < before.size() && before.get(end).last() <= now.last()) {
        end++;
      }
      if (!isMerged(before.subList(next, end), now)) {
        return false;
      }
      next = end;
    }
    return next == before.size();
  }

  private static boolean isMerged(List<Made> sources, Made result) {
    if (sources.isEmpty()
        || sources.get(0).first() != result.first()
        || sources.get(sources.size() - 1).last() != result.last()) {
      return false;
    }
    long mutation = sources.stream().mapToLong(Made::mutation).max().orElse(0);
    long rows = sources.stream().mapToLong(made -> made.part().rows()).sum();
    boolean masked = sources.stream().anyMatch(Made::masked);
    return mutation == result.mutation()
        && (rows == result.part().rows() || (masked && rows > result.part().rows()));
  }
}
