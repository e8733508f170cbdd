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

  static final PartSet NONE = new PartSet(Map.of());

  /** What a part holds, wherever it lies. */
  record Part(long rows, String hash) {}

  static PartSet read(ControlSession session, TableRef table) {
    return where(session, table.isTable()).getOrDefault(table.name(), NONE);
  }

  /**
   * The parts of every table whose name begins so, by table; a table without parts is not there.
   */
  static Map<String, PartSet> byPrefix(ControlSession session, String database, String prefix) {
    return where(
        session,
        "database = %s AND startsWith(table, %s)".formatted(Sql.text(database), Sql.text(prefix)));
  }

  private static Map<String, PartSet> where(ControlSession session, String condition) {
    record Row(String table, String partition, Part part) {}

    Map<String, PartSet> tables = new HashMap<>();
    session
        .query(
            "SELECT table, partition_id, rows, hash_of_all_files FROM system.parts WHERE "
                + condition
                + " AND active",
            row ->
                new Row(
                    row.getString(1), row.getString(2), new Part(row.getLong(3), row.getString(4))))
        .forEach(
            row ->
                tables
                    .computeIfAbsent(row.table(), table -> new PartSet(new TreeMap<>()))
                    .add(row.partition(), row.part(), 1));
    return tables;
  }

  private void add(String partition, Part part, int copies) {
    partitions.computeIfAbsent(partition, id -> new HashMap<>()).merge(part, copies, Integer::sum);
  }

  /** All parts of several sets. */
  static PartSet sum(Iterable<PartSet> sets) {
    PartSet sum = new PartSet(new TreeMap<>());
    for (PartSet set : sets) {
      set.partitions.forEach(
          (partition, parts) -> parts.forEach((part, copies) -> sum.add(partition, part, copies)));
    }
    return sum;
  }

  /** Whether every part of another set is here too. */
  boolean holdsAll(PartSet other) {
    return other.ids().stream().allMatch(partition -> rowsBeyond(partition, other) >= 0);
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
