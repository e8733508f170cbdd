package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.ObligationException;
import io.rollingwindow.error.OutcomeUnknownException;
import io.rollingwindow.error.Phase;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What of older runs stands before a run that would publish: a publication whose outcome is not
 * settled, and evidence or state that is owed. What can be proven is settled on the way.
 */
public final class Blockers {

  private final TargetParts parts;
  private final HeldLease lease;

  Blockers(TargetParts parts, HeldLease lease) {
    this.parts = parts;
    this.lease = lease;
  }

  /**
   * Returns when nothing blocks.
   *
   * @param own a run that does not block itself
   */
  void clear(Optional<RunId> own) {
    String targetId = parts.target().targetId();
    for (Stored<PublicationRecord> open : parts.publications().unsettledPublications(targetId)) {
      settle(RunJournal.load(parts, lease, open.record().intent().run()));
    }
    for (Stored<RunRecord> stored : parts.store().unfinishedRuns(targetId)) {
      RunRecord run = stored.record();
      if (own.filter(run.run()::equals).isEmpty()) {
        follow(run);
      }
    }
  }

  /**
   * Lists what would block a new invocation, without a lease and without settling anything.
   *
   * @param parts what is composed
   * @return one finding for each blocking run
   */
  public static List<Finding> look(TargetParts parts) {
    String targetId = parts.target().targetId();
    List<Finding> findings = new ArrayList<>();
    for (Stored<PublicationRecord> open : parts.publications().unsettledPublications(targetId)) {
      findings.add(
          new Finding(
              ErrorCode.UNSETTLED_PUBLICATION,
              "run " + open.record().intent().run(),
              "Its publication is not settled; a run settles it where the tables prove how it"
                  + " ended, and is refused where they do not."));
    }
    for (Stored<RunRecord> stored : parts.store().unfinishedRuns(targetId)) {
      RunRecord run = stored.record();
      if (run.phase().isOwing()) {
        findings.add(
            new Finding(
                ErrorCode.OBLIGATION_OWED,
                "invocation " + run.invocationId(),
                "It published and owes evidence or state; finish it with its own id."));
      }
    }
    return findings;
  }

  private void settle(RunJournal older) {
    PublicationStanding standing;
    try {
      standing = new Settlement(parts, lease).settle(older);
    } catch (OutcomeUnknownException e) {
      throw unsettled(older, "it could not be looked at", e);
    }
    if (standing instanceof PublicationStanding.Unknown unknown) {
      throw unsettled(older, unknown.reason(), null);
    }
  }

  /** A run whose publication was settled just before its process died is brought up to it. */
  private void follow(RunRecord run) {
    RunRecord now = run;
    if (!run.phase().isOwing()
        && parts.publications().publication(run.targetId(), run.run()).isPresent()) {
      RunJournal journal = RunJournal.load(parts, lease, run.run());
      journal.followPublication(OptionalLong.empty());
      now = journal.run();
    }
    if (now.phase().isOwing()) {
      throw new ObligationException(
              ErrorCode.OBLIGATION_OWED,
              "Invocation "
                  + now.invocationId()
                  + " published run "
                  + now.run()
                  + " and owes evidence or state; nothing was begun. Finish it first: call again"
                  + " with that invocation id.")
          .at(Location.of(Phase.PREFLIGHT));
    }
  }

  private static OutcomeUnknownException unsettled(
      RunJournal older, String reason, OutcomeUnknownException cause) {
    PublicationIntent intent = older.publication().orElseThrow().intent();
    OutcomeUnknownException failure =
        new OutcomeUnknownException(
            ErrorCode.UNSETTLED_PUBLICATION,
            "The publication of invocation "
                + older.run().invocationId()
                + " is not settled ("
                + reason
                + "): "
                + Settlement.identities(intent)
                + ". Nothing was begun; reconcile it first.",
            cause);
    failure.at(Location.of(Phase.PREFLIGHT));
    return failure;
  }
}
