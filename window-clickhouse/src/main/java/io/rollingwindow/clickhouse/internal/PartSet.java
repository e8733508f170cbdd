package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The active parts of a table, by partition. Equal parts hold equal rows: a part's identity is its
 * row count and the hash over all of its files.
 */
record PartSet(Map<String, Map<PartSet.Part, Integer>> partitions) {

  /** What a part holds, wherever it lies. */
  record Part(long rows, String hash) {}

  static PartSet read(ControlSession session, TableRef table) {
    Map<String, Map<Part, Integer>> partitions = new TreeMap<>();
    session
        .query(
            "SELECT partition_id, rows, hash_of_all_files FROM system.parts WHERE "
                + table.isTable()
                + " AND active",
            row -> Map.entry(row.getString(1), new Part(row.getLong(2), row.getString(3))))
        .forEach(
            part ->
                partitions
                    .computeIfAbsent(part.getKey(), id -> new HashMap<>())
                    .merge(part.getValue(), 1, Integer::sum));
    return new PartSet(partitions);
  }

  Set<String> ids() {
    return partitions.keySet();
  }

  private Map<Part, Integer> parts(String partition) {
    return partitions.getOrDefault(partition, Map.of());
  }

  /** Whether a partition has exactly the same parts in another set. */
  boolean sameParts(String partition, PartSet other) {
    return parts(partition).equals(other.parts(partition));
  }

  /**
   * The rows of the parts that a partition has beyond those of another set.
   *
   * @return -1 when a part of the other set is missing here
   */
  long rowsBeyond(String partition, PartSet other) {
    Map<Part, Integer> rest = new HashMap<>(parts(partition));
    for (Map.Entry<Part, Integer> part : other.parts(partition).entrySet()) {
      int left = rest.getOrDefault(part.getKey(), 0) - part.getValue();
      if (left < 0) {
        return -1;
      }
      rest.put(part.getKey(), left);
    }
    return rest.entrySet().stream().mapToLong(e -> e.getKey().rows() * e.getValue()).sum();
  }

  /** Partitions whose parts differ between the two sets, in order. */
  List<String> differing(PartSet other) {
    List<String> differing = new ArrayList<>();
    for (String partition : union(ids(), other.ids())) {
      if (!sameParts(partition, other)) {
        differing.add(partition);
      }
    }
    return differing;
  }

  static Set<String> union(Set<String> one, Set<String> other) {
    Set<String> all = new TreeSet<>(one);
    all.addAll(other);
    return all;
  }
}
