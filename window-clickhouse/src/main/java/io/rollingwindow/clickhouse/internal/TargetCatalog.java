package io.rollingwindow.clickhouse.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What the server's system tables say of the target and of everything around it, as of one
 * statement.
 *
 * @param databaseEngine the engine of its database; empty when there is none to be seen
 * @param table the table; empty when there is none to be seen
 * @param columns its columns, in order
 * @param unfinishedMutations the ids of mutations that are under way, in order
 * @param asyncInsertDefault what the server has for {@code async_insert} of a table that does not
 *     set it
 * @param patched whether updates are pending in parts of their own
 * @param dependents what the server itself knows to depend on the table
 * @param mentions definitions of other tables that may refer to it
 * @param rowPolicies row policies on the table; empty when the account may not see them
 */
record TargetCatalog(
    Optional<String> databaseEngine,
    Optional<Table> table,
    List<Column> columns,
    List<String> unfinishedMutations,
    Optional<String> asyncInsertDefault,
    boolean patched,
    List<String> dependents,
    List<Definition> mentions,
    Optional<List<String>> rowPolicies) {

  private static final String UNION = " UNION ALL ";
  private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{Alnum}_]+");

  /** The table as {@code system.tables} shows it. */
  record Table(
      String uuid,
      String engine,
      String definition,
      String comment,
      boolean partitioned,
      long rows,
      long bytes) {}

  /** A column of the table. */
  record Column(String name, String type) {}

  /** A table other than the target and its definition. */
  record Definition(String name, String text) {}

  /** What a row of the answer is about. */
  private enum Subject {
    DATABASE,
    TABLE,
    COLUMN,
    MUTATION,
    ASYNC_INSERT,
    PATCH_PARTS,
    DEPENDENT,
    MENTION,
    ROW_POLICY
  }

  /** One row of the answer: what it is about, and what is said of it. */
  private record Fact(Subject subject, List<String> texts, List<Long> numbers) {

    static Fact read(ResultSet row) throws SQLException {
      return new Fact(
          Subject.valueOf(row.getString(1)),
          Arrays.stream((Object[]) row.getArray(2).getArray()).map(String::valueOf).toList(),
          Arrays.stream((Object[]) row.getArray(3).getArray())
              .map(number -> ((Number) number).longValue())
              .toList());
    }

    String text() {
      return texts.get(0);
    }

    long number() {
      return numbers.get(0);
    }
  }

  static TargetCatalog read(ControlSession session, TableRef target) {
    try {
      return of(session.query(everything(target) + UNION + rowPolicies(target), Fact::read), true);
    } catch (StatementFailure failure) {
      if (!failure.is(ServerCode.ACCESS_DENIED)) {
        throw failure;
      }
      // If it is not the policies that may not be seen, this is denied as well.
      return of(session.query(everything(target), Fact::read), false);
    }
  }

  private static TargetCatalog of(List<Fact> facts, boolean policiesSeen) {
    return new TargetCatalog(
        texts(facts, Subject.DATABASE).stream().findFirst(),
        about(facts, Subject.TABLE).stream().findFirst().map(TargetCatalog::table),
        about(facts, Subject.COLUMN).stream()
            .sorted(Comparator.comparingLong(Fact::number))
            .map(fact -> new Column(fact.text(), fact.texts().get(1)))
            .toList(),
        texts(facts, Subject.MUTATION).stream().sorted().toList(),
        texts(facts, Subject.ASYNC_INSERT).stream().findFirst(),
        about(facts, Subject.PATCH_PARTS).stream().anyMatch(fact -> fact.number() > 0),
        texts(facts, Subject.DEPENDENT),
        about(facts, Subject.MENTION).stream()
            .map(fact -> new Definition(fact.text(), fact.texts().get(1)))
            .toList(),
        policiesSeen ? Optional.of(texts(facts, Subject.ROW_POLICY)) : Optional.empty());
  }

  private static Table table(Fact fact) {
    return new Table(
        fact.text(),
        fact.texts().get(1),
        fact.texts().get(2),
        fact.texts().get(3),
        fact.number() != 0,
        fact.numbers().get(1),
        fact.numbers().get(2));
  }

  private static List<Fact> about(List<Fact> facts, Subject subject) {
    return facts.stream().filter(fact -> fact.subject() == subject).toList();
  }

  private static List<String> texts(List<Fact> facts, Subject subject) {
    return about(facts, subject).stream().map(Fact::text).toList();
  }

  private static String everything(TableRef target) {
    String thisTable =
        " FROM system.tables WHERE database = %s AND name = %s"
            .formatted(Sql.text(target.database()), Sql.text(target.name()));
    List<String> selects = new ArrayList<>();
    selects.add(
        select(Subject.DATABASE, "[engine]", "[]")
            + " FROM system.databases WHERE name = "
            + Sql.text(target.database()));
    selects.add(
        select(
                Subject.TABLE,
                "[toString(uuid), engine, create_table_query, comment]",
                "[toInt64(partition_key != ''), toInt64(ifNull(total_rows, 0)),"
                    + " toInt64(ifNull(total_bytes, 0))]")
            + thisTable);
    selects.add(
        select(Subject.COLUMN, "[name, type]", "[toInt64(position)]")
            + " FROM system.columns WHERE "
            + target.isTable());
    selects.add(
        select(Subject.MUTATION, "[mutation_id]", "[]")
            + " FROM system.mutations WHERE NOT is_done AND "
            + target.isTable());
    selects.add(
        select(Subject.ASYNC_INSERT, "[value]", "[]")
            + " FROM system.merge_tree_settings WHERE name = 'async_insert'");
    selects.add(
        select(Subject.PATCH_PARTS, "[]", "[toInt64(count())]")
            + " FROM system.parts WHERE active AND startsWith(partition_id, 'patch-') AND "
            + target.isTable());
    selects.add(
        select(
                Subject.DEPENDENT,
                "[arrayJoin(arrayConcat("
                    + "arrayMap((d, t) -> concat(d, '.', t), dependencies_database,"
                    + " dependencies_table), arrayMap((d, t) -> concat(d, '.', t),"
                    + " loading_dependent_database, loading_dependent_table)))]",
                "[]")
            + thisTable);
    selects.add(mentions(target));
    return String.join(UNION, selects);
  }

  /** The server leaves out what cannot refer to the target; what remains is parsed. */
  private static String mentions(TableRef target) {
    String mentions =
        PLAIN_NAME.matcher(target.name()).matches()
            ? " AND (position(create_table_query, %s) > 0 OR positionCaseInsensitive("
                    .formatted(Sql.text(target.name()))
                + "create_table_query, 'merge(') > 0)"
            : "";
    return select(Subject.MENTION, "[concat(database, '.', name), create_table_query]", "[]")
        + " FROM system.tables WHERE lower(database) NOT IN ('system', 'information_schema')"
        + " AND NOT (database = %s AND (name = %s OR startsWith(name, %s)))"
            .formatted(
                Sql.text(target.database()), Sql.text(target.name()), Sql.text(OwnedNames.PREFIX))
        + mentions;
  }

  private static String rowPolicies(TableRef target) {
    return select(Subject.ROW_POLICY, "[name]", "[]")
        + " FROM system.row_policies WHERE database IN (%s, '') AND table IN (%s, '')"
            .formatted(Sql.text(target.database()), Sql.text(target.name()));
  }

  private static String select(Subject subject, String texts, String numbers) {
    return "SELECT '%s', CAST(%s, 'Array(String)'), CAST(%s, 'Array(Int64)')"
        .formatted(subject, texts, numbers);
  }
}
