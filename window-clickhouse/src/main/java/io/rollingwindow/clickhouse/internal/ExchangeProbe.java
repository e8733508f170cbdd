package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.TransientChunkException;
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
    String step = "made";
    try {
      create(one);
      create(other);
      step = "filled from each other";
      session.execute("INSERT INTO " + one.sql() + " SELECT * FROM " + other.sql());
      // There is no such partition, so nothing happens; the right to do it is asked for all the
      // same.
      step = "attached from each other";
      Partitions.attaching(one, List.of(new Partitions.Source(other, "all")))
          .forEach(session::execute);
      step = "commented";
      session.execute("ALTER TABLE " + one.sql() + " MODIFY COMMENT " + Sql.text(comment().json()));
      step = "exchanged";
      session.execute("EXCHANGE TABLES " + one.sql() + " AND " + other.sql());
    } catch (StatementFailure failure) {
      if (failure.isPassing()) {
        // Tells nothing about the server's abilities or the account's rights.
        throw brokenOff(one, other, failure);
      }
      findings.add(
          new Finding(
              ErrorCode.TARGET_EXCHANGE_UNSUPPORTED,
              context.target().database(),
              "Two empty scratch tables could not be "
                  + step
                  + " in this database: "
                  + failure.getMessage()
                  + ". The account may lack a right, or the file system under the database an"
                  + " exchanging rename."));
    } finally {
      drop(one, findings);
      drop(other, findings);
    }
  }

  private static TransientChunkException brokenOff(
      TableRef one, TableRef other, StatementFailure failure) {
    return new TransientChunkException(
        ErrorCode.TRANSIENT_FAILURE,
        "Trying the exchange on scratch tables was broken off: "
            + failure.getMessage()
            + ". The target is as it was. Maintenance lists "
            + one
            + " and "
            + other
            + ", should they have stayed.",
        failure);
  }

  private void create(TableRef table) {
    Tables.createLike(session, context.target(), table, comment());
  }

  private OwnerComment comment() {
    return OwnerComment.of(OwnedKind.PROBE, context.targetId(), null, null, context.now());
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
