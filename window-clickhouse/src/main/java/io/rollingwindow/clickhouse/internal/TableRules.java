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
  private final TargetCatalog catalog;

  TableRules(TargetContext context, TargetCatalog catalog) {
    this.context = context;
    this.target = context.target();
    this.catalog = catalog;
  }

  /**
   * Collects findings; the facts are empty when the table is not one that they could be told of.
   */
  Optional<TargetFacts> check(List<Finding> findings) {
    checkDatabase(findings);
    if (catalog.table().isEmpty()) {
      findings.add(
          refused(target.toString(), "The table does not exist, or the account may not see it."));
      return Optional.empty();
    }
    TargetCatalog.Table table = catalog.table().get();
    if (!table.engine().equals("MergeTree")) {
      findings.add(
          refused(
              target.toString(),
              "The engine is "
                  + table.engine()
                  + "; only a plain, local MergeTree can be exchanged exactly."));
      return Optional.empty();
    }
    TableDefinition definition = TableDefinition.parse(table.definition());
    checkDefinition(definition, findings);
    checkColumns(findings);
    checkMutations(findings);
    checkAsyncInsert(definition, findings);
    return Optional.of(
        new TargetFacts(
            table.uuid(),
            definition,
            OwnerComment.parse(table.comment())
                .map(owner -> owner.carried() == null ? "" : owner.carried())
                .orElse(table.comment()),
            table.partitioned(),
            catalog.patched(),
            table.rows(),
            table.bytes()));
  }

  private void checkDatabase(List<Finding> findings) {
    Optional<String> engine = catalog.databaseEngine();
    if (engine.isEmpty()) {
      findings.add(
          refused(
              target.database(), "The database does not exist, or the account may not see it."));
    } else if (!engine.get().equals("Atomic")) {
      findings.add(
          refused(
              target.database(),
              "The database engine is "
                  + engine.get()
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
    catalog.columns().forEach(column -> actual.put(column.name(), column.type()));
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
    catalog
        .unfinishedMutations()
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
    String value = own != null ? own : catalog.asyncInsertDefault().orElse("0");
    if (!value.equals("0") && !value.equalsIgnoreCase("false")) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_SETTING_REFUSED,
              target + ".async_insert",
              "The table buffers inserts and mixes them with others whatever a statement asks for;"
                  + " turn the table setting off."));
    }
  }

  private Finding refused(String subject, String message) {
    return new Finding(ErrorCode.TARGET_REFUSED, subject, message);
  }

  private Finding mismatch(String column, String message) {
    return new Finding(ErrorCode.TARGET_SCHEMA_MISMATCH, target + "." + column, message);
  }
}
