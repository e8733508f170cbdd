package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore.Change;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Stages one chunk at a time, in as many attempts as it takes and may take. Every attempt is
 * journaled before anything of it exists, so its number is never used twice, and everything that
 * earlier attempts may have left is gone before the next one begins.
 */
final class ChunkStager {

  /** How often a chunk is attempted, over all calls of its invocation. */
  static final int MAX_ATTEMPTS = 3;

  private final RunParts parts;
  private final SourceSnapshot snapshot;
  private final WindowPlan plan;
  private final int parallelism;
  private final HeldLease lease;
  private final JournalWriter journal;
  private final WorkQueue queue;
  private final StopSignal stop;
  private final ListenerGuard listener;

  ChunkStager(
      RunParts parts,
      SourceSnapshot snapshot,
      WindowPlan plan,
      int parallelism,
      HeldLease lease,
      JournalWriter journal,
      WorkQueue queue,
      StopSignal stop) {
    this.parts = parts;
    this.snapshot = snapshot;
    this.plan = plan;
    this.parallelism = parallelism;
    this.lease = lease;
    this.journal = journal;
    this.queue = queue;
    this.stop = stop;
    this.listener = new ListenerGuard(parts.listener());
  }

  /** Stages and verifies a chunk; its receipt is durable once the journal has been flushed. */
  ChunkReceipt stage(Chunk chunk, Optional<Stored<ChunkRecord>> journaled)
      throws InterruptedException {
    ChunkProgress progress = new ChunkProgress(plan, chunk.index(), journaled);
    for (int failures = 1; ; failures++) {
      stop.throwIfStopped();
      try {
        return attempt(chunk, progress);
      } catch (RuntimeException e) {
        stop.throwIfStopped();
        Location place =
            Location.of(Phase.STAGING, chunk.index(), Math.max(1, progress.attempts()));
        WindowException failure = Failures.typed(e).at(place);
        if (!(failure instanceof TransientChunkException passing)) {
          throw failure;
        }
        if (failures > parts.limits().retry().retries() || progress.attempts() >= MAX_ATTEMPTS) {
          throw exhausted(progress, passing).at(place);
        }
        long pause = parts.limits().retry().pauseNanos(failures, parts.at().random());
        listener.tell(to -> to.chunkRetried(progress.current(), passing, Duration.ofNanos(pause)));
        pause(pause);
      }
    }
  }

  private ChunkReceipt attempt(Chunk chunk, ChunkProgress progress) throws InterruptedException {
    if (progress.attempts() >= MAX_ATTEMPTS) {
      throw exhausted(progress, null);
    }
    for (AttemptId old : progress.undiscarded()) {
      parts.target().discard(plan, old, lease);
    }
    journal.write(progress.begin());
    ChunkReceipt receipt;
    try (StagingAttempt attempt = parts.target().stage(plan, progress.current(), lease)) {
      RowTotals totals = read(chunk, attempt);
      lease.assertHeld();
      receipt = attempt.verify(totals, rows -> readAgain(chunk, rows));
    }
    journal.defer(progress.verified(receipt));
    listener.tell(to -> to.chunkVerified(receipt));
    return receipt;
  }

  private RowTotals read(Chunk chunk, StagingAttempt attempt) throws InterruptedException {
    // Also while other chunks wait: this one may hold most of the rows.
    List<SourceSlice> slices = snapshot.slices(chunk, parallelism);
    CancellationToken cancellation = new CancellationToken();
    CancellationToken.Registration linked = stop.token().onCancel(cancellation::cancel);
    try {
      SliceWork work =
          new SliceWork(
              attempt,
              slices,
              RowTotals.empty(parts.target().schema().columns().size()),
              cancellation,
              parts.scheduling(),
              queue.gate(),
              (rows, encodedBytes) -> progressed(attempt.id(), rows, encodedBytes));
      if (slices.size() > 1) {
        queue.offer(work);
      }
      return work.finish();
    } finally {
      linked.close();
    }
  }

  private void readAgain(Chunk chunk, RowEncoder rows) {
    snapshot.slices(chunk, 1).forEach(slice -> slice.read(rows, stop.token()));
  }

  private void progressed(AttemptId attempt, long rows, long encodedBytes) {
    listener.tell(to -> to.chunkProgress(attempt, rows, encodedBytes));
  }

  private void pause(long nanos) throws InterruptedException {
    Pauses.pause(parts.scheduling(), queue.gate(), nanos, stop::isStopped);
    stop.throwIfStopped();
  }

  private static RunEndedException exhausted(
      ChunkProgress progress, TransientChunkException cause) {
    return new RunEndedException(
        ErrorCode.RETRIES_EXHAUSTED,
        "Chunk "
            + progress.chunk()
            + " failed as often as it may, "
            + progress.attempts()
            + " times; the target is as it was. Use a new invocation id.",
        cause);
  }

  /** What is journaled of one chunk, step by step. For one thread. */
  private static final class ChunkProgress {

    private final WindowPlan plan;
    private final int chunk;
    private ChunkRecord record;
    private long revision;

    ChunkProgress(WindowPlan plan, int chunk, Optional<Stored<ChunkRecord>> journaled) {
      this.plan = plan;
      this.chunk = chunk;
      this.record = journaled.map(Stored::record).orElse(null);
      this.revision = journaled.map(Stored::revision).orElse(0L);
    }

    int chunk() {
      return chunk;
    }

    int attempts() {
      return record == null ? 0 : record.attempts();
    }

    AttemptId current() {
      return new AttemptId(plan.runId(), chunk, Math.max(1, attempts()));
    }

    List<AttemptId> undiscarded() {
      return record == null
          ? List.of()
          : record.undiscarded().stream()
              .map(attempt -> new AttemptId(record.run(), chunk, attempt))
              .toList();
    }

    /** The next attempt begins; everything before it is known to be gone. */
    Change begin() {
      int next = attempts() + 1;
      return write(List.of(next), Optional.empty(), next);
    }

    Change verified(ChunkReceipt receipt) {
      return write(List.of(), Optional.of(receipt), attempts());
    }

    private Change write(List<Integer> undiscarded, Optional<ChunkReceipt> receipt, int attempts) {
      record =
          new ChunkRecord(plan.runId(), plan.targetId(), chunk, attempts, undiscarded, receipt);
      return new Change(record, revision++);
    }
  }
}
