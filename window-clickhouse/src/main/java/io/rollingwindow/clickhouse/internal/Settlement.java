package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.clickhouse.internal.ObservedIdentities.Verdict;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.util.Optional;
import java.util.function.Supplier;

/** Tells what became of an EXCHANGE, and makes "not published" final. */
final class Settlement {

  private static final System.Logger LOG = System.getLogger(Settlement.class.getName());

  private final TargetContext context;
  private final Supplier<ControlSession> sessions;
  private final Runnable beforeMutation;

  /**
   * A settlement.
   *
   * @param sessions the hold's session
   * @param beforeMutation asserts lease and guard
   */
  Settlement(TargetContext context, Supplier<ControlSession> sessions, Runnable beforeMutation) {
    this.context = context;
    this.sessions = sessions;
    this.beforeMutation = beforeMutation;
  }

  PublicationStanding settle(PublicationIntent intent) {
    Attempt attempt = new Attempt(intent);
    // A server that restarts is waited for; nothing is concluded from its silence.
    Deadline.await(context.limits().join(), attempt::run);
    return attempt.standing;
  }

  /** One intent, asked about until the server answers. */
  private final class Attempt {

    private final PublicationIntent intent;
    private PublicationStanding standing;

    Attempt(PublicationIntent intent) {
      this.intent = intent;
    }

    boolean run() {
      try {
        standing = ask(intent);
        return true;
      } catch (StatementFailure failure) {
        standing =
            new PublicationStanding.Unknown(
                "The server could not be asked: " + failure.getMessage() + ".",
                Optional.empty(),
                Optional.empty());
        return failure.isRejected();
      }
    }
  }

  private PublicationStanding ask(PublicationIntent intent) {
    ControlSession session = sessions.get().as(intent.operationId() + "-fence");
    if (!new RunningRequests(session, context.limits().join()).killAndJoin(intent.operationId())) {
      return observe(session, intent).unknown("The exchange is still running on the server.");
    }
    ObservedIdentities observed = observe(session, intent);
    if (observed.verdict(intent) == Verdict.OPEN) {
      setAside(session, intent);
      observed = observe(session, intent);
    }
    return switch (observed.verdict(intent)) {
      case PUBLISHED -> {
        relabel(session, intent);
        yield new PublicationStanding.Published(ObservedIdentities.asideName(intent));
      }
      case NOT_PUBLISHED -> new PublicationStanding.NotPublished();
      case OPEN -> observed.unknown("The tables could not be put out of reach of a late request.");
      case UNKNOWN ->
          observed.unknown("The names do not stand for the two tables that the intent names.");
    };
  }

  private ObservedIdentities observe(ControlSession session, PublicationIntent intent) {
    return ObservedIdentities.read(session, context.target(), intent);
  }

  /**
   * Takes the generation's name away from the table behind it, whichever it is: an exchange that
   * still arrives, or arrives a second time, finds no table and fails.
   */
  private void setAside(ControlSession session, PublicationIntent intent) {
    TableRef generation = context.target().sibling(intent.generationTable());
    TableRef aside = context.target().sibling(ObservedIdentities.asideName(intent));
    beforeMutation.run();
    try {
      session.execute("RENAME TABLE " + generation.sql() + " TO " + aside.sql());
    } catch (StatementFailure failure) {
      if (!failure.isRejected()) {
        throw failure;
      }
      LOG.log(
          System.Logger.Level.WARNING,
          "The table behind the generation''s name of {0} could not be renamed: {1}",
          intent.run(),
          failure.getMessage());
    }
  }

  /**
   * Gives the published table the comment that the old one had, and says of the old one that it is
   * a backup. Comments are for people and for maintenance; failing to set them changes nothing.
   */
  private void relabel(ControlSession session, PublicationIntent intent) {
    try {
      Optional<Tables.Found> published = Tables.byName(session, context.target());
      Optional<OwnerComment> owner = published.flatMap(Tables.Found::owner);
      if (owner.isEmpty() || owner.get().kind() != OwnedKind.GENERATION) {
        return;
      }
      OwnerComment backupComment = owner.get().as(OwnedKind.BACKUP, context.now());
      beforeMutation.run();
      comment(
          session,
          context.target().sibling(ObservedIdentities.asideName(intent)),
          backupComment.json());
      comment(
          session, context.target(), owner.get().carried() == null ? "" : owner.get().carried());
    } catch (StatementFailure failure) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The comments of {0} could not be set: {1}",
          context.target(),
          failure.getMessage());
    }
  }

  private static void comment(ControlSession session, TableRef table, String text) {
    session.execute("ALTER TABLE " + table.sql() + " MODIFY COMMENT " + Sql.text(text));
  }
}
