package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.type.WindowColumn;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What the database and the table itself must be. */
final class TableRules {

  private final TargetContext context;
  private final TableRef target;
  private final ControlSession session;

  TableRules(TargetContext context, ControlSession session) {
    this.context = context;
    this.target = context.target();
    this.session = session;
  }

  /** One row of {@code system.tables}. */
  private record Row(
      String uuid,
      String engine,
      String definition,
      String comment,
      boolean partitioned,
      long rows,
      long bytes) {}

  /**
   * Collects findings; the facts are empty when the table is not one that they could be told of.
   */
  Optional<TargetFacts> check(List<Finding> findings) {
    checkDatabase(findings);
    Optional<Row> found = read();
    if (found.isEmpty()) {
      findings.add(
          refused(target.toString(), "The table does not exist, or the account may not see it."));
      return Optional.empty();
    }
    Row row = found.get();
    if (!row.engine().equals("MergeTree")) {
      findings.add(
          refused(
              target.toString(),
              "The engine is "
                  + row.engine()
                  + "; only a plain, local MergeTree can be exchanged exactly."));
      return Optional.empty();
    }
    TableDefinition definition = TableDefinition.parse(row.definition());
    checkDefinition(definition, findings);
    checkColumns(findings);
    checkMutations(findings);
    checkAsyncInsert(definition, findings);
    return Optional.of(
        new TargetFacts(
            row.uuid(),
            definition,
            OwnerComment.parse(row.comment())
                .map(owner -> owner.carried() == null ? "" : owner.carried())
                .orElse(row.comment()),
            row.partitioned(),
            hasPatchParts(),
            row.rows(),
            row.bytes()));
  }

  private Optional<Row> read() {
    return session
        .query(
            "SELECT toString(uuid), engine, create_table_query, comment, partition_key != '',"
                + " ifNull(total_rows, 0), ifNull(total_bytes, 0) FROM system.tables"
                + " WHERE database = %s AND name = %s"
                    .formatted(Sql.text(target.database()), Sql.text(target.name())),
            row ->
                new Row(
                    row.getString(1),
                    row.getString(2),
                    row.getString(3),
                    row.getString(4),
                    row.getInt(5) != 0,
                    row.getLong(6),
                    row.getLong(7)))
        .stream()
        .findFirst();
  }

  private void checkDatabase(List<Finding> findings) {
    List<String> engines =
        session.query(
            "SELECT engine FROM system.databases WHERE name = " + Sql.text(target.database()),
            row -> row.getString(1));
    if (engines.isEmpty()) {
      findings.add(
          refused(
              target.database(), "The database does not exist, or the account may not see it."));
    } else if (!engines.get(0).equals("Atomic")) {
      findings.add(
          refused(
              target.database(),
              "The database engine is "
                  + engines.get(0)
                  + "; EXCHANGE TABLES needs a local Atomic database."));
    }
    if (target.name().startsWith(".inner")) {
      findings.add(
          refused(
              target.toString(),
              "The table belongs to a materialized view, which writes into it."));
    }
  }

  private void checkDefinition(TableDefinition definition, List<Finding> findings) {
    for (TableDefinition.Foreign foreign : definition.foreign()) {
      findings.add(
          refused(
              target + "." + foreign.place(),
              "The definition has "
                  + foreign.keyword()
                  + " there, which may compute, remove or change rows by itself."));
    }
  }

  private void checkColumns(List<Finding> findings) {
    Map<String, String> actual = new LinkedHashMap<>();
    session
        .query(
            "SELECT name, type FROM system.columns WHERE "
                + target.isTable()
                + " ORDER BY position",
            row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(column -> actual.put(column.getKey(), column.getValue()));
    Set<String> declared = new HashSet<>();
    for (WindowColumn column : context.schema().columns()) {
      declared.add(column.name());
      String type = actual.get(column.name());
      if (type == null) {
        findings.add(mismatch(column.name(), "The schema declares it and the table lacks it."));
      } else if (!type.equals(column.type().nativeName())) {
        findings.add(
            mismatch(
                column.name(),
                "The schema declares %s and the table has %s."
                    .formatted(column.type().nativeName(), type)));
      }
    }
    Set<String> undeclared = new TreeSet<>(actual.keySet());
    undeclared.removeAll(declared);
    undeclared.forEach(
        name -> findings.add(mismatch(name, "The table has it and the schema does not.")));
    if (findings.isEmpty() && !List.copyOf(actual.keySet()).equals(context.rows().columnNames())) {
      findings.add(mismatch("*", "The columns stand in another order than in the schema."));
    }
  }

  private void checkMutations(List<Finding> findings) {
    session
        .query(
            "SELECT mutation_id FROM system.mutations WHERE "
                + target.isTable()
                + " AND NOT is_done ORDER BY mutation_id",
            row -> row.getString(1))
        .forEach(
            id ->
                findings.add(
                    refused(
                        target.toString(),
                        "The mutation "
                            + id
                            + " is not finished; wait for it or kill it, then run again.")));
  }

  /** The table's own setting wins over that of a statement, so it cannot be pinned. */
  private void checkAsyncInsert(TableDefinition definition, List<Finding> findings) {
    String own = definition.settings().get("async_insert");
    String value =
        own != null
            ? own
            : session
                .query(
                    "SELECT value FROM system.merge_tree_settings WHERE name = 'async_insert'",
                    row -> row.getString(1))
                .stream()
                .findFirst()
                .orElse("0");
    if (!value.equals("0") && !value.equalsIgnoreCase("false")) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_SETTING_REFUSED,
              target + ".async_insert",
              "The table buffers inserts and mixes them with others whatever a statement asks for;"
                  + " turn the table setting off."));
    }
  }

  private boolean hasPatchParts() {
    return session.one(
        "SELECT count() FROM system.parts WHERE "
            + target.isTable()
            + " AND active AND startsWith(partition_id, 'patch-')",
        row -> row.getLong(1) > 0);
  }

  private Finding refused(String subject, String message) {
    return new Finding(ErrorCode.TARGET_REFUSED, subject, message);
  }

  private Finding mismatch(String column, String message) {
    return new Finding(ErrorCode.TARGET_SCHEMA_MISMATCH, target + "." + column, message);
  }
}
