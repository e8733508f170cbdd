package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Who else writes to the target or reads through it: views of every kind, tables that forward to
 * it, dictionaries, row policies. Told from the parsed definitions of all tables that the account
 * sees.
 */
final class SurroundingRules {

  private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{Alnum}_]+");

  private final TableRef target;
  private final ControlSession session;

  SurroundingRules(TableRef target, ControlSession session) {
    this.target = target;
    this.session = session;
  }

  void check(List<Finding> findings) {
    Set<String> dependents = new TreeSet<>(dependenciesOfServer());
    for (Definition other : definitionsThatMention()) {
      if (References.to(target, SqlLexer.tokens(other.text()))) {
        dependents.add(other.name());
      }
    }
    for (String dependent : dependents) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_DEPENDENT_REFUSED,
              dependent,
              "It writes into the target or reads through it, and an exchange would leave it at the"
                  + " other table. Drop it, or keep it away from the target."));
    }
    checkRowPolicies(findings);
  }

  /** A table other than the target and its definition. */
  private record Definition(String name, String text) {}

  private List<String> dependenciesOfServer() {
    return session.query(
        "SELECT arrayJoin(arrayConcat("
            + "arrayMap((d, t) -> concat(d, '.', t), dependencies_database, dependencies_table),"
            + "arrayMap((d, t) -> concat(d, '.', t), loading_dependent_database,"
            + " loading_dependent_table)))"
            + " FROM system.tables WHERE database = %s AND name = %s"
                .formatted(Sql.text(target.database()), Sql.text(target.name())),
        row -> row.getString(1));
  }

  /** The server leaves out what cannot refer to the target; what remains is parsed. */
  private List<Definition> definitionsThatMention() {
    String mentions =
        PLAIN_NAME.matcher(target.name()).matches()
            ? " AND (position(create_table_query, %s) > 0 OR positionCaseInsensitive("
                    .formatted(Sql.text(target.name()))
                + "create_table_query, 'merge(') > 0)"
            : "";
    return session.query(
        "SELECT concat(database, '.', name), create_table_query FROM system.tables"
            + " WHERE lower(database) NOT IN ('system', 'information_schema')"
            + " AND NOT (database = %s AND (name = %s OR startsWith(name, %s)))"
                .formatted(
                    Sql.text(target.database()),
                    Sql.text(target.name()),
                    Sql.text(OwnedNames.PREFIX))
            + mentions,
        row -> new Definition(row.getString(1), row.getString(2)));
  }

  private void checkRowPolicies(List<Finding> findings) {
    try {
      session
          .query(
              "SELECT name FROM system.row_policies WHERE database IN (%s, '') AND table IN (%s, '')"
                  .formatted(Sql.text(target.database()), Sql.text(target.name())),
              row -> row.getString(1))
          .forEach(
              name ->
                  findings.add(
                      new Finding(
                          ErrorCode.TARGET_REFUSED,
                          name,
                          "The row policy hides rows of the target from some accounts; rows that"
                              + " are hidden would be lost in an exchange.")));
    } catch (StatementFailure failure) {
      if (!failure.is(ServerCode.ACCESS_DENIED)) {
        throw failure;
      }
      findings.add(
          new Finding(
              ErrorCode.TARGET_REFUSED,
              "system.row_policies",
              "The account may not see whether row policies hide rows; grant it SHOW ROW"
                  + " POLICIES."));
    }
  }
}
