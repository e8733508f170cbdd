package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.util.List;

/**
 * Tries everything that a publication will ask of the server on two empty scratch tables: some file
 * systems cannot exchange, and some accounts may not.
 */
final class ExchangeProbe {

  private final TargetContext context;
  private final ControlSession session;

  ExchangeProbe(TargetContext context, ControlSession session) {
    this.context = context;
    this.session = session;
  }

  void check(List<Finding> findings) {
    TableRef one = context.target().sibling(OwnedNames.probe());
    TableRef other = context.target().sibling(OwnedNames.probe());
    try {
      create(one);
      create(other);
      session.execute("EXCHANGE TABLES " + one.sql() + " AND " + other.sql());
    } catch (StatementFailure failure) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_EXCHANGE_UNSUPPORTED,
              context.target().database(),
              "Two scratch tables could not be made and exchanged in this database: "
                  + failure.getMessage()
                  + ". The account may lack a right, or the file system under the database an"
                  + " exchanging rename."));
    } finally {
      drop(one, findings);
      drop(other, findings);
    }
  }

  private void create(TableRef table) {
    OwnerComment comment =
        OwnerComment.of(OwnedKind.PROBE, context.targetId(), null, null, context.now());
    session.execute(
        "CREATE TABLE %s AS %s COMMENT %s"
            .formatted(table.sql(), context.target().sql(), Sql.text(comment.json())));
  }

  private void drop(TableRef table, List<Finding> findings) {
    try {
      Tables.drop(session, table);
    } catch (StatementFailure failure) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_EXCHANGE_UNSUPPORTED,
              table.toString(),
              "The scratch table could not be dropped again: " + failure.getMessage() + "."));
    }
  }
}
