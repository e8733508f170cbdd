package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.PublicationStanding.NotPublished;
import io.rollingwindow.spi.PublicationStanding.Published;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore.Change;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The journal of one run and of its publication, advanced step by step under its lease. Every step
 * is durable before the next thing is done, and it is safe to die after any of them. For one
 * thread.
 */
final class RunJournal {

  private final TargetParts parts;
  private final HeldLease lease;
  private final SteadyStore store;
  private Stored<RunRecord> run;
  private Optional<Stored<PublicationRecord>> publication;

  private RunJournal(
      TargetParts parts,
      HeldLease lease,
      Stored<RunRecord> run,
      Optional<Stored<PublicationRecord>> publication) {
    this.parts = parts;
    this.lease = lease;
    this.store = new SteadyStore(parts, lease);
    this.run = run;
    this.publication = publication;
  }

  /** Registers a plan under an invocation id, both in one commit. */
  static RunJournal register(
      TargetParts parts,
      HeldLease lease,
      String invocationId,
      String requestFingerprint,
      WindowPlan plan) {
    RunRecord planned = RunTransitions.planned(invocationId, plan);
    InvocationRecord invocation =
        new InvocationRecord(plan.targetId(), invocationId, requestFingerprint, plan.runId());
    new SteadyStore(parts, lease)
        .commit(List.of(Change.create(invocation), Change.create(planned)));
    return new RunJournal(parts, lease, new Stored<>(planned, 1), Optional.empty());
  }

  /** Takes up the journal of a run that was registered before. */
  static RunJournal load(TargetParts parts, HeldLease lease, RunId id) {
    Stored<RunRecord> run =
        parts
            .store()
            .run(id)
            .orElseThrow(() -> corrupt("Run " + id + " is registered and has no record"));
    Optional<Stored<PublicationRecord>> publication =
        parts.publications().publication(run.record().targetId(), id);
    requireCurrent(parts, lease);
    return new RunJournal(parts, lease, run, publication);
  }

  /**
   * What was read under a lease that is current afterwards is no successor's work in progress. An
   * attempt or an exchange of a successor would be taken for a remnant, and ended.
   */
  private static void requireCurrent(TargetParts parts, HeldLease lease) {
    if (!parts.store().isCurrent(lease.current())) {
      throw new LeaseException(
          ErrorCode.LEASE_LOST,
          "The lease for target "
              + lease.current().targetId()
              + " is no longer current; this call writes nothing more. Call again with the same"
              + " invocation id.");
    }
  }

  RunRecord run() {
    return run.record();
  }

  WindowPlan plan() {
    return run().plan();
  }

  Optional<PublicationRecord> publication() {
    return publication.map(Stored::record);
  }

  List<Stored<ChunkRecord>> chunks() {
    List<Stored<ChunkRecord>> chunks = parts.store().chunks(run().run());
    requireCurrent(parts, lease);
    return chunks;
  }

  /** The receipts of a run that came as far as a generation: one for every chunk, in order. */
  List<ChunkReceipt> receipts() {
    List<ChunkReceipt> receipts =
        chunks().stream().map(Stored::record).flatMap(c -> c.receipt().stream()).toList();
    long rows = 0;
    for (int i = 0; i < receipts.size(); i++) {
      if (receipts.get(i).chunk() != i) {
        throw corrupt("Run " + run().run() + " has no receipt for chunk " + i);
      }
      rows = Math.addExact(rows, receipts.get(i).totals().rows());
    }
    if (receipts.size() != plan().grid().count() || rows != generation().windowRows()) {
      throw corrupt("The receipts of run " + run().run() + " do not add up to its generation");
    }
    return receipts;
  }

  PreparedGeneration generation() {
    return run()
        .generation()
        .orElseThrow(() -> corrupt("Run " + run().run() + " came further than its generation"));
  }

  GenerationProof proof() {
    return run()
        .proof()
        .orElseThrow(() -> corrupt("Run " + run().run() + " came further than its proof"));
  }

  void staging() {
    if (run().phase() == RunPhase.PLANNED) {
      write(RunTransitions.to(RunPhase.STAGING, run()));
    }
  }

  void prepared(PreparedGeneration generation) {
    write(RunTransitions.prepared(run(), generation));
  }

  void proven(GenerationProof proof) {
    write(RunTransitions.proven(run(), proof));
  }

  /** The intent first: from here on the run counts as publishing, whatever its own record says. */
  void publishing(PublicationIntent intent) {
    PublicationRecord intended =
        new PublicationRecord(
            run().targetId(),
            intent,
            PublicationRecord.Status.INTENDED,
            Optional.empty(),
            Optional.empty());
    publication = Optional.of(store.save(intended, 0));
    write(RunTransitions.to(RunPhase.PUBLISHING, run()));
  }

  /** Records what became of the intent, and where the run stands by it. */
  void settled(PublicationStanding standing, OptionalLong publishNanos, Optional<String> by) {
    if (standing instanceof Published published) {
      settle(PublicationRecord.Status.PUBLISHED, Optional.of(published.backupTable()), by);
      followPublication(publishNanos);
    } else if (standing instanceof NotPublished) {
      settle(PublicationRecord.Status.NOT_PUBLISHED, Optional.empty(), by);
      followPublication(publishNanos);
    } else {
      settle(PublicationRecord.Status.UNKNOWN, Optional.empty(), by);
    }
  }

  /** Brings the run's own record up to a settled publication, once. */
  void followPublication(OptionalLong publishNanos) {
    PublicationRecord.Status status = publication().orElseThrow().status();
    RunPhase phase = run().phase();
    if (phase != RunPhase.PREPARED && phase != RunPhase.PUBLISHING) {
      return;
    }
    switch (status) {
      case PUBLISHED -> write(RunTransitions.published(run(), publishNanos));
      case NOT_PUBLISHED ->
          end(
              RunPhase.NOT_PUBLISHED,
              ErrorCode.NOT_PUBLISHED,
              "The EXCHANGE provably did not happen; the target is as it was.");
      case ABANDONED ->
          end(RunPhase.ABANDONED, ErrorCode.RUN_ENDED, "An operator gave the publication up.");
      case INTENDED, UNKNOWN -> throw new IllegalStateException("the publication is not settled");
    }
  }

  void giveUpPublication(String by) {
    settle(PublicationRecord.Status.ABANDONED, Optional.empty(), Optional.of(by));
    followPublication(OptionalLong.empty());
  }

  void evidenced() {
    if (run().phase() == RunPhase.PUBLISHED) {
      write(RunTransitions.to(RunPhase.EVIDENCED, run()));
    }
  }

  void succeeded(RunResult result) {
    write(RunTransitions.succeeded(run(), result));
  }

  void end(RunPhase end, ErrorCode code, String message) {
    write(RunTransitions.ended(run(), end, new RunFailure(code, message)));
  }

  private void settle(
      PublicationRecord.Status status, Optional<String> backup, Optional<String> by) {
    Stored<PublicationRecord> before = publication.orElseThrow();
    PublicationRecord settled =
        new PublicationRecord(
            before.record().targetId(), before.record().intent(), status, backup, by);
    if (!settled.equals(before.record())) {
      publication = Optional.of(store.save(settled, before.revision()));
    }
  }

  private void write(RunRecord next) {
    store.commit(List.of(Change.replace(run, next)));
    run = new Stored<>(next, run.revision() + 1);
  }

  static RefusedException corrupt(String what) {
    return new RefusedException(
        ErrorCode.JOURNAL_CORRUPT,
        what + "; nothing was changed. Keep the store and compare it with the tables.");
  }
}
