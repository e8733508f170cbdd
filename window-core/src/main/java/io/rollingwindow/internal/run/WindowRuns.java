package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import java.util.Optional;

/**
 * The calls of one composition. A finished invocation is answered from the journal alone; anything
 * else happens under the target's lease, and nothing of it is left when the call returns: no
 * thread, no lease, no connection.
 */
public final class WindowRuns {

  private final RunParts parts;

  /**
   * Binds the parts.
   *
   * @param parts what runs are composed of
   */
  public WindowRuns(RunParts parts) {
    this.parts = parts;
  }

  /**
   * Runs an invocation, takes it up where an earlier call left it, or returns what it once
   * returned.
   *
   * @param request what is asked
   * @param parallelism how many workers
   * @param invocationId the caller's id
   * @param cancellation stops it, until it is published
   * @return the succeeded run
   * @throws io.rollingwindow.error.WindowException typed, with what to do about it
   */
  public RunRecord run(
      WindowRequest request, int parallelism, String invocationId, CancellationToken cancellation) {
    try {
      Optional<RunRecord> finished = finished(request, invocationId);
      return finished.isPresent()
          ? finished.get()
          : runUnderLease(request, parallelism, invocationId, cancellation);
    } catch (RuntimeException e) {
      throw Failures.typed(e);
    }
  }

  private RunRecord runUnderLease(
      WindowRequest request, int parallelism, String invocationId, CancellationToken cancellation) {
    StopSignal stop = new StopSignal();
    CancellationToken.Registration linked = cancellation.onCancel(stop::cancel);
    try {
      stop.throwIfStopped();
      return parts
          .at()
          .underLease(
              stop::stop,
              lease ->
                  new WindowRun(parts, request, parallelism, invocationId, lease, stop).carryOut());
    } finally {
      linked.close();
    }
  }

  /** Looks an invocation up without a lease: an end is never changed again. */
  private Optional<RunRecord> finished(WindowRequest request, String invocationId) {
    Optional<Stored<InvocationRecord>> known =
        parts.at().store().invocation(request.targetId(), invocationId);
    if (known.isEmpty()) {
      return Optional.empty();
    }
    InvocationRecord invocation = known.get().record();
    requireSameRequest(request, invocation);
    RunRecord run =
        parts
            .at()
            .store()
            .run(invocation.run())
            .map(Stored::record)
            .orElseThrow(
                () ->
                    RunJournal.corrupt(
                        "Invocation " + invocationId + " names a run that has no record"));
    requireOwn(request, invocation, run);
    return run.phase().isEnd() ? Optional.of(requireSucceeded(run)) : Optional.empty();
  }

  static void requireSameRequest(WindowRequest request, InvocationRecord invocation) {
    if (!invocation.requestFingerprint().equals(request.fingerprint())) {
      throw new RefusedException(
          ErrorCode.INVOCATION_CONFLICT,
          "Invocation "
              + invocation.invocationId()
              + " was used for another request of target "
              + invocation.targetId()
              + "; nothing was opened. Use a new invocation id for a changed request.");
    }
  }

  /** What is stored of an invocation must fit together before anything is concluded from it. */
  private static void requireOwn(
      WindowRequest request, InvocationRecord invocation, RunRecord run) {
    boolean fits =
        run.run().equals(invocation.run())
            && run.invocationId().equals(invocation.invocationId())
            && run.targetId().equals(request.targetId())
            && run.plan().routeId().equals(request.routeId())
            && run.plan().windowColumn().equals(request.windowColumn())
            && run.plan().schemaFingerprint().equals(request.schema().fingerprint())
            && run.plan().grid().equals(request.grid());
    boolean resultFits =
        run.result().isEmpty()
            || run.generation()
                .filter(
                    g ->
                        g.windowRows() == run.result().get().windowRows()
                            && g.totalRows() == run.result().get().totalRows())
                .isPresent();
    if (!fits || !resultFits) {
      throw RunJournal.corrupt(
          "The records of invocation " + invocation.invocationId() + " contradict one another");
    }
  }

  /** A run that ended otherwise says again why it did. */
  static RunRecord requireSucceeded(RunRecord run) {
    if (run.result().isPresent()) {
      return run;
    }
    RunFailure failure =
        run.failure()
            .orElseThrow(() -> RunJournal.corrupt("Run " + run.run() + " ended without a reason"));
    String message =
        "Invocation "
            + run.invocationId()
            + " ended without publishing in an earlier call ("
            + failure.code().code()
            + ": "
            + failure.message()
            + "). Use a new invocation id.";
    throw switch (failure.code()) {
      case SNAPSHOT_EXPIRED -> new SnapshotExpiredException(failure.code(), message);
      case NOT_PUBLISHED, RETRIES_EXHAUSTED -> new RunEndedException(failure.code(), message);
      default -> new RunEndedException(ErrorCode.RUN_ENDED, message);
    };
  }
}
