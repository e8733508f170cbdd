package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.Stored;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One call of one invocation under its lease: what is found in the journal decides where it begins.
 */
final class WindowRun {

  private final RunParts parts;
  private final WindowRequest request;
  private final int parallelism;
  private final String invocationId;
  private final HeldLease lease;
  private final StopSignal stop;
  private final ListenerGuard listener;
  private final long sinceNanos;

  WindowRun(
      RunParts parts,
      WindowRequest request,
      int parallelism,
      String invocationId,
      HeldLease lease,
      StopSignal stop) {
    this.parts = parts;
    this.request = request;
    this.parallelism = parallelism;
    this.invocationId = invocationId;
    this.lease = lease;
    this.stop = stop;
    this.listener = new ListenerGuard(parts.listener());
    this.sinceNanos = parts.scheduling().nanoTime();
  }

  RunRecord carryOut() {
    try {
      return beginOrResume();
    } catch (RuntimeException e) {
      throw unlessLeaseLost(Failures.typed(e));
    }
  }

  /**
   * Without the lease nothing is known: what was seen may be the doing of another call, which may
   * have finished this very run.
   */
  private WindowException unlessLeaseLost(WindowException failure) {
    try {
      lease.assertHeld();
    } catch (LeaseException lost) {
      if (!(failure instanceof LeaseException)) {
        lost.addSuppressed(failure);
        return lost;
      }
    }
    return failure;
  }

  private RunRecord beginOrResume() {
    // Read again: another call of this invocation may have come between the first look and the
    // lease.
    Optional<InvocationRecord> known =
        parts.at().store().invocation(request.targetId(), invocationId).map(Stored::record);
    return known.isPresent() ? resume(known.get()) : begin();
  }

  private RunRecord begin() {
    new Blockers(parts.at(), lease).clear(Optional.empty());
    Admission.require(parts, request, PreflightMode.RUN);
    stop.throwIfStoppedOrInterrupted();
    lease.assertHeld();
    SourceSnapshot snapshot = open();
    RunJournal journal;
    try {
      WindowPlan plan = WindowPlan.of(request, snapshot.identity(), parts.at().random());
      journal = RunJournal.register(parts.at(), lease, invocationId, request.fingerprint(), plan);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, snapshot);
      throw e;
    }
    return fromSnapshot(journal, snapshot);
  }

  private SourceSnapshot open() {
    try {
      return parts.source().open(request);
    } catch (RuntimeException e) {
      throw Failures.typed(e).at(Location.of(Phase.PLANNING));
    }
  }

  private RunRecord resume(InvocationRecord invocation) {
    WindowRuns.requireSameRequest(request, invocation);
    RunJournal journal = RunJournal.load(parts.at(), lease, invocation.run());
    if (journal.publication().isPresent()) {
      settleOwn(journal);
    } else if (journal.run().phase() == RunPhase.PUBLISHING) {
      throw RunJournal.corrupt("Run " + journal.run().run() + " is publishing without an intent");
    }
    if (journal.run().phase().isEnd()) {
      return WindowRuns.requireSucceeded(journal.run());
    }
    listener.tell(to -> to.started(journal.plan(), invocationId));
    if (journal.run().phase().isOwing()) {
      return meetObligations(journal, journal.receipts());
    }
    new Blockers(parts.at(), lease).clear(Optional.of(journal.run().run()));
    return fromSnapshot(journal, reopen(journal));
  }

  private void settleOwn(RunJournal journal) {
    if (journal.publication().orElseThrow().status().isSettled()) {
      journal.followPublication(OptionalLong.empty());
      return;
    }
    PublicationStanding standing = new Settlement(parts.at(), lease).settle(journal);
    if (standing instanceof PublicationStanding.Unknown unknown) {
      throw Settlement.unknown(journal.publication().orElseThrow().intent(), unknown);
    }
  }

  /** The snapshot of the earlier call, or the end of this run: another one never serves it. */
  private SourceSnapshot reopen(RunJournal journal) {
    Admission.require(parts, request, PreflightMode.RUN);
    Optional<SourceSnapshot> reopened;
    try {
      reopened = parts.source().reopen(request, journal.plan().source());
    } catch (RuntimeException e) {
      throw expired("it could not be opened again", e);
    }
    if (reopened.isEmpty()) {
      throw giveUp(journal, expired("it ended with the call that opened it", null));
    }
    SourceSnapshot snapshot = reopened.get();
    try {
      if (!snapshot.identity().equals(journal.plan().source())) {
        throw expired("another one was opened", null);
      }
      snapshot.assertAlive();
    } catch (SnapshotExpiredException e) {
      Failures.closeAfter(e, snapshot);
      throw giveUp(journal, e);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, snapshot);
      throw e;
    }
    return snapshot;
  }

  private SnapshotExpiredException expired(String how, Throwable cause) {
    SnapshotExpiredException failure =
        new SnapshotExpiredException(
            ErrorCode.SNAPSHOT_EXPIRED,
            "The snapshot of invocation "
                + invocationId
                + " is gone before publication: "
                + how
                + ". Its receipts serve no other snapshot; the target is as it was. Use a new"
                + " invocation id.",
            cause);
    failure.at(Location.of(Phase.PLANNING));
    return failure;
  }

  /** From an open snapshot to the end. The snapshot is closed on every path, under the lease. */
  private RunRecord fromSnapshot(RunJournal journal, SourceSnapshot snapshot) {
    List<ChunkReceipt> receipts;
    try {
      listener.tell(to -> to.started(journal.plan(), invocationId));
      journal.staging();
      receipts =
          new BoundedWindowExecutor(parts, snapshot, journal.plan(), parallelism, lease, stop)
              .execute(journal.chunks());
      new Publisher(parts, lease, stop).publish(journal, receipts, snapshot);
    } catch (RuntimeException e) {
      WindowException failure = Failures.typed(e);
      Failures.closeAfter(failure, snapshot);
      throw giveUp(journal, failure);
    } catch (Error e) {
      Failures.closeAfter(e, snapshot);
      throw e;
    }
    Failures.closeAfterSuccess(snapshot, "The source snapshot");
    return meetObligations(journal, receipts);
  }

  private RunRecord meetObligations(RunJournal journal, List<ChunkReceipt> receipts) {
    new Obligations(parts, lease).meet(journal, receipts, sinceNanos);
    try {
      parts.target().dropStaging(journal.plan(), receipts, lease);
    } catch (RuntimeException e) {
      System.getLogger(WindowRun.class.getName())
          .log(
              System.Logger.Level.WARNING,
              "Staging tables of a succeeded run stay until maintenance drops them",
              e);
    }
    return journal.run();
  }

  /**
   * Journals that the run ends here, where nothing but another invocation can follow. A run whose
   * intent is written never ends this way.
   *
   * @return what is to be thrown: the failure, or that the lease is lost, and with it the right to
   *     say that the run has ended
   */
  private WindowException giveUp(RunJournal journal, WindowException failure) {
    boolean terminal =
        failure instanceof SnapshotExpiredException
            || failure instanceof RunEndedException
            || (failure instanceof RefusedException && isFinal(failure.code()));
    if (!terminal || journal.publication().isPresent() || journal.run().phase().isEnd()) {
      return failure;
    }
    try {
      journal.end(
          failure instanceof SnapshotExpiredException ? RunPhase.ABANDONED : RunPhase.REFUSED,
          failure.code(),
          failure.getMessage());
    } catch (LeaseException e) {
      e.addSuppressed(failure);
      return e;
    } catch (RuntimeException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private static boolean isFinal(ErrorCode code) {
    return switch (code) {
      case VALUE_REFUSED,
          ROW_TOO_LARGE,
          SCHEMA_CHANGED,
          STAGING_MISMATCH,
          TARGET_CHANGED,
          SOURCE_REFUSED,
          TARGET_REFUSED,
          TYPE_PAIR_REFUSED ->
          true;
      default -> false;
    };
  }
}
