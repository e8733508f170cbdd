package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationRecord.Status;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.RunPhase;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One operator's decision about one run. The tables are looked at first; each decision fits exactly
 * one thing that the target's name may stand for.
 */
public final class OperatorDecision {

  private final TargetParts parts;
  private final HeldLease lease;
  private final RunJournal journal;

  /** What the target's name stands for. */
  private enum Found {
    GENERATION,
    OLD_TABLE,
    NEITHER
  }

  /**
   * Binds a decision.
   *
   * @param parts the target and its memory
   * @param lease the held lease
   * @param run the run that is decided about
   */
  public OperatorDecision(TargetParts parts, HeldLease lease, RunId run) {
    this.parts = parts;
    this.lease = lease;
    this.journal = RunJournal.load(parts, lease, run);
  }

  /**
   * Decides that it is published.
   *
   * @param by who decides
   */
  public void adoptPublished(String by) {
    decide(
        Status.PUBLISHED,
        Found.GENERATION,
        standing ->
            journal.settled(
                standing instanceof PublicationStanding.Published
                    ? standing
                    : new PublicationStanding.Published(intent().generationTable()),
                OptionalLong.empty(),
                Optional.of(by)));
  }

  /**
   * Decides that it is not published.
   *
   * @param by who decides
   */
  public void declareNotPublished(String by) {
    decide(
        Status.NOT_PUBLISHED,
        Found.OLD_TABLE,
        standing ->
            journal.settled(
                new PublicationStanding.NotPublished(), OptionalLong.empty(), Optional.of(by)));
  }

  /**
   * Gives the run up.
   *
   * @param by who decides
   */
  public void abandon(String by) {
    if (journal.publication().isPresent()) {
      decide(Status.ABANDONED, Found.NEITHER, standing -> journal.giveUpPublication(by));
      return;
    }
    RunPhase phase = journal.run().phase();
    if (phase == RunPhase.ABANDONED) {
      return;
    }
    if (phase.isEnd() || phase.isOwing()) {
      throw refused("is " + phase + " and cannot be given up");
    }
    journal.end(RunPhase.ABANDONED, ErrorCode.RUN_ENDED, "Given up by decision of " + by + ".");
  }

  private void decide(Status decided, Found fitting, Consumer<PublicationStanding> write) {
    PublicationRecord publication =
        journal.publication().orElseThrow(() -> refused("never came to an EXCHANGE"));
    if (publication.status().isSettled()) {
      if (publication.status() != decided) {
        throw refused("is settled already, as " + publication.status());
      }
      journal.followPublication(OptionalLong.empty());
      return;
    }
    PublicationHold hold = parts.target().hold(journal.plan(), lease);
    try {
      PublicationStanding standing = new Settlement(parts, lease).inspect(hold, intent());
      Found found = found(standing);
      if (found != fitting) {
        throw refused(contradiction(found));
      }
      write.accept(standing);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, hold);
      throw e;
    }
    Failures.closeAfterSuccess(hold, "The writer guard's hold");
  }

  private Found found(PublicationStanding standing) {
    if (standing instanceof PublicationStanding.Published) {
      return Found.GENERATION;
    }
    if (standing instanceof PublicationStanding.Unknown unknown) {
      Optional<String> target = unknown.observedTarget();
      if (target.filter(intent().generationUuid()::equals).isPresent()) {
        return Found.GENERATION;
      }
      return target.filter(intent().targetUuid()::equals).isPresent()
          ? Found.OLD_TABLE
          : Found.NEITHER;
    }
    return Found.OLD_TABLE;
  }

  private String contradiction(Found found) {
    return switch (found) {
      case GENERATION -> "is published: the target's name stands for the generation";
      case OLD_TABLE -> "is not published: the target's name stands for the old table";
      case NEITHER -> "left neither of its tables behind the target's name";
    };
  }

  private PublicationIntent intent() {
    return journal.publication().orElseThrow().intent();
  }

  private RefusedException refused(String why) {
    return new RefusedException(
        ErrorCode.SETTLEMENT_REFUSED,
        "Run "
            + journal.run().run()
            + " of invocation "
            + journal.run().invocationId()
            + " "
            + why
            + "; nothing was settled.");
  }
}
