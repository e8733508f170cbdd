package io.rollingwindow;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.internal.Names;
import io.rollingwindow.internal.run.Failures;
import io.rollingwindow.internal.run.OperatorDecision;
import io.rollingwindow.internal.run.TargetParts;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What an operator sees of a target's runs, and how a run is settled that cannot settle itself.
 *
 * <p>Looking takes no lease and changes nothing. A decision takes the target's lease and the writer
 * guard, looks at the tables first, and is refused with {@code SETTLEMENT_REFUSED} where it
 * contradicts them: no decision can make a published window unpublished, or the other way round. It
 * sends no EXCHANGE and drops no table. Every decision is journaled with who took it; the same one
 * taken again changes nothing.
 *
 * <p>Safe for many threads and processes.
 */
public final class WindowOperations {

  private final TargetParts parts;

  WindowOperations(TargetParts parts) {
    this.parts = parts;
  }

  /** What a run still has to do before a new invocation may begin. */
  public enum Obligation {
    /** Its EXCHANGE may have been sent; nobody has told how it ended. */
    SETTLEMENT,
    /** It published; the evidence callback is owed. */
    EVIDENCE,
    /** It published; the state callback is owed. */
    STATE
  }

  /**
   * One run.
   *
   * @param run its id
   * @param invocationId the caller's id
   * @param window what it refreshes
   * @param phase how far it came
   * @param publication what is known of its publication, if it came so far
   * @param settledBy who settled the publication by decision, if somebody did
   * @param obligations what it owes
   * @param failure why it ended, if it ended without publishing
   */
  public record RunSummary(
      RunId run,
      String invocationId,
      WindowInterval window,
      RunPhase phase,
      Optional<PublicationRecord.Status> publication,
      Optional<String> settledBy,
      Set<Obligation> obligations,
      Optional<RunFailure> failure) {

    /** Keeps its own copy of the obligations. */
    public RunSummary {
      obligations = Set.copyOf(obligations);
    }
  }

  /** What the name of the target may turn out to stand for, once an EXCHANGE was intended. */
  public enum Standing {
    /** The generation: it happened. */
    PUBLISHED,
    /** The old table: it did not happen. */
    NOT_PUBLISHED,
    /** Neither: somebody else changed the tables. */
    NEITHER
  }

  /**
   * What is to be reconciled.
   *
   * @param summary the run
   * @param intent both tables and both identities, as they were before the EXCHANGE
   * @param meanings for each possible standing, how it is recognised and what to do
   */
  public record Explanation(
      RunSummary summary, PublicationIntent intent, Map<Standing, String> meanings) {

    /** Keeps its own copy of the meanings. */
    public Explanation {
      meanings = Map.copyOf(meanings);
    }

    @Override
    public String toString() {
      StringBuilder text =
          new StringBuilder("Run ")
              .append(summary.run())
              .append(" of invocation ")
              .append(summary.invocationId())
              .append(": table ")
              .append(intent.targetTable())
              .append(" (")
              .append(intent.targetUuid())
              .append(") was to be exchanged with ")
              .append(intent.generationTable())
              .append(" (")
              .append(intent.generationUuid())
              .append(')');
      new TreeMap<>(meanings)
          .forEach(
              (standing, how) -> text.append("\n  - ").append(standing).append(": ").append(how));
      return text.toString();
    }
  }

  /**
   * Every run of the target.
   *
   * @return the newest first
   */
  public List<RunSummary> runs() {
    return parts.store().runs(parts.target().targetId()).stream()
        .map(stored -> summary(stored.record()))
        .toList();
  }

  /**
   * The runs that keep a new invocation from beginning.
   *
   * @return those that owe something, the oldest first
   */
  public List<RunSummary> blocking() {
    return parts.store().unfinishedRuns(parts.target().targetId()).stream()
        .map(stored -> summary(stored.record()))
        .filter(summary -> !summary.obligations().isEmpty())
        .toList();
  }

  /**
   * Explains a publication whose outcome is not settled.
   *
   * @param run the run
   * @return what to look at and what each outcome means; empty when there is nothing to settle
   * @throws RefusedException when the target has no such run
   */
  public Optional<Explanation> explain(RunId run) {
    RunRecord record = find(run);
    return publication(record)
        .filter(publication -> !publication.status().isSettled())
        .map(
            publication ->
                new Explanation(
                    summary(record), publication.intent(), meanings(publication.intent())));
  }

  /**
   * Decides that a run is published. Fits only where the target's name stands for the generation.
   * The run then owes evidence and state; finish it with its own invocation id.
   *
   * @param run the run
   * @param decidedBy who decides, for the journal
   * @return the run as it stands then
   * @throws WindowException when the decision contradicts the tables, or they cannot be looked at
   */
  public RunSummary adoptPublished(RunId run, String decidedBy) {
    return decide(run, decidedBy, decision -> decision.adoptPublished(decidedBy));
  }

  /**
   * Decides that a run is not published. Fits only where the target's name stands for the old table
   * and the generation can no longer take its place.
   *
   * @param run the run
   * @param decidedBy who decides, for the journal
   * @return the run as it stands then
   * @throws WindowException when the decision contradicts the tables, or they cannot be looked at
   */
  public RunSummary declareNotPublished(RunId run, String decidedBy) {
    return decide(run, decidedBy, decision -> decision.declareNotPublished(decidedBy));
  }

  /**
   * Gives a run up: one that has sent nothing, or one whose tables somebody replaced, so that the
   * target's name stands for neither of both. A published run is never given up.
   *
   * @param run the run
   * @param decidedBy who decides, for the journal
   * @return the run as it stands then
   * @throws WindowException when the decision contradicts the tables, or they cannot be looked at
   */
  public RunSummary abandon(RunId run, String decidedBy) {
    return decide(run, decidedBy, decision -> decision.abandon(decidedBy));
  }

  private RunSummary decide(RunId run, String decidedBy, Consumer<OperatorDecision> decision) {
    Names.require(Objects.requireNonNull(decidedBy, "decidedBy"), "decidedBy");
    try {
      find(run);
      parts.underLease(
          lost -> {},
          lease -> {
            decision.accept(new OperatorDecision(parts, lease, run));
            return run;
          });
      return summary(find(run));
    } catch (RuntimeException e) {
      throw Failures.typed(e).at(Location.of(Phase.MAINTENANCE));
    }
  }

  private RunRecord find(RunId run) {
    return parts
        .store()
        .run(run)
        .map(Stored::record)
        .filter(record -> record.targetId().equals(parts.target().targetId()))
        .orElseThrow(
            () ->
                new RefusedException(
                    ErrorCode.SETTLEMENT_REFUSED,
                    "Target " + parts.target().targetId() + " has no run " + run + "."));
  }

  private Optional<PublicationRecord> publication(RunRecord run) {
    return parts.publications().publication(run.targetId(), run.run()).map(Stored::record);
  }

  private RunSummary summary(RunRecord run) {
    Optional<PublicationRecord> publication = publication(run);
    Set<Obligation> obligations = EnumSet.noneOf(Obligation.class);
    boolean published =
        run.phase().isOwing()
            || (!run.phase().isEnd()
                && publication
                    .filter(p -> p.status() == PublicationRecord.Status.PUBLISHED)
                    .isPresent());
    if (publication.filter(p -> !p.status().isSettled()).isPresent()) {
      obligations.add(Obligation.SETTLEMENT);
    }
    if (published && run.phase() != RunPhase.EVIDENCED) {
      obligations.add(Obligation.EVIDENCE);
    }
    if (published) {
      obligations.add(Obligation.STATE);
    }
    return new RunSummary(
        run.run(),
        run.invocationId(),
        run.plan().interval(),
        run.phase(),
        publication.map(PublicationRecord::status),
        publication.flatMap(PublicationRecord::settledBy),
        obligations,
        run.failure());
  }

  private static Map<Standing, String> meanings(PublicationIntent intent) {
    String behind = "The name " + intent.targetTable() + " stands for ";
    return Map.of(
        Standing.PUBLISHED,
        behind
            + intent.generationUuid()
            + ": the window is published. Adopt it, then call again with the same invocation id,"
            + " which calls evidence and state.",
        Standing.NOT_PUBLISHED,
        behind
            + intent.targetUuid()
            + ": the window is not published. Declare so, then use a new invocation id.",
        Standing.NEITHER,
        behind
            + "another table or for none: somebody else replaced it. Restore the table that is"
            + " wanted, or give the run up and use a new invocation id.");
  }
}
