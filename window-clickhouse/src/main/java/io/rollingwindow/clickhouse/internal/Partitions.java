package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Statements about partitions. */
final class Partitions {

  /** How many partitions one ALTER attaches: enough to be quick, few enough for a statement. */
  private static final int BATCH = 100;

  private Partitions() {}

  /** A partition of a table. */
  record Source(TableRef table, String partition) {}

  /** Whether these are not rows but updates of rows, which the server applies when it reads. */
  static boolean isPatch(String partition) {
    return partition.startsWith("patch-");
  }

  static String among(Collection<String> partitions) {
    return "_partition_id IN (" + Sql.texts(partitions) + ")";
  }

  /** The statements that attach partitions by hard link, in any order. The sources keep theirs. */
  static List<String> attaching(TableRef into, List<Source> sources) {
    List<String> statements = new ArrayList<>();
    for (int from = 0; from < sources.size(); from += BATCH) {
      List<String> commands = new ArrayList<>();
      for (Source source : sources.subList(from, Math.min(sources.size(), from + BATCH))) {
        commands.add(
            "ATTACH PARTITION ID %s FROM %s"
                .formatted(Sql.text(source.partition()), source.table().sql()));
      }
      statements.add("ALTER TABLE " + into.sql() + " " + String.join(", ", commands));
    }
    return statements;
  }
}
