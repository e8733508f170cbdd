package io.rollingwindow.clickhouse.internal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Parts that were detached from a table. They are no rows of it, but they lie in its folder: an
 * exchange leaves them with the old generation, and dropping that would drop them.
 */
final class DetachedParts {

  private DetachedParts() {}

  /** How many each table of a database has; tables without any are absent. */
  static Map<String, Long> byTable(ControlSession session, String database) {
    Map<String, Long> counts = new HashMap<>();
    session
        .query(
            "SELECT table, count() FROM system.detached_parts WHERE database = %s GROUP BY table"
                .formatted(Sql.text(database)),
            row -> Map.entry(row.getString(1), row.getLong(2)))
        .forEach(table -> counts.put(table.getKey(), table.getValue()));
    return counts;
  }

  /** What is worth knowing before the target is exchanged. */
  static List<String> notes(ControlSession session, TableRef target) {
    try {
      long count = byTable(session, target.database()).getOrDefault(target.name(), 0L);
      return count == 0
          ? List.of()
          : List.of(
              "The target has "
                  + count
                  + " detached parts. They are not read and stay with the old generation, which"
                  + " maintenance keeps until they are attached elsewhere or dropped.");
    } catch (StatementFailure failure) {
      if (!failure.is(ServerCode.ACCESS_DENIED)) {
        throw failure;
      }
      return List.of(
          "Whether the target has detached parts is not known, as the account may not see them.");
    }
  }
}
