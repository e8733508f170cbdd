package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The slices of one attempt, read by its own worker and by idle ones that help. The first slice
 * that fails stops the others.
 */
final class SliceWork {

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** How long to say nothing of progress after something was said. */
  private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private final StagingAttempt attempt;
  private final CancellationToken cancellation;
  private final Scheduling scheduling;
  private final Gate gate;
  private final Progress progress;

  // Inside the gate.
  private final Deque<SourceSlice> rest;
  private RowTotals totals;
  private int reading;
  private Throwable failure;
  private long rows;
  private long encodedBytes;
  private long toldRows = -1;
  private long toldAtNanos;

  /** Told how far the attempt is, by the threads that read. */
  interface Progress {
    void soFar(long rows, long encodedBytes);
  }

  SliceWork(
      StagingAttempt attempt,
      List<SourceSlice> slices,
      RowTotals nothing,
      CancellationToken cancellation,
      Scheduling scheduling,
      Gate gate,
      Progress progress) {
    this.attempt = attempt;
    this.cancellation = cancellation;
    this.scheduling = scheduling;
    this.gate = gate;
    this.progress = progress;
    this.rest = new ArrayDeque<>(slices);
    this.totals = nothing;
  }

  /** Whether a helper would find something to do. Called inside the gate. */
  boolean hasRest() {
    return !rest.isEmpty() && failure == null;
  }

  /** Reads slices until none is left. Failures are kept for the attempt's own worker. */
  void help() {
    for (SourceSlice slice = take(); slice != null; slice = take()) {
      read(slice);
    }
  }

  /** Reads what is left, waits for the helpers, and returns the sum over all slices. */
  RowTotals finish() throws InterruptedException {
    help();
    gate.enter();
    try {
      while (reading > 0) {
        gate.await(CHECK_NANOS);
      }
      if (failure != null) {
        throw Failures.unchecked(failure);
      }
      return totals;
    } finally {
      gate.leave();
    }
  }

  private SourceSlice take() {
    gate.enter();
    try {
      if (!hasRest()) {
        return null;
      }
      reading++;
      return rest.poll();
    } finally {
      gate.leave();
    }
  }

  private void read(SourceSlice slice) {
    RowTotals read = null;
    Throwable failed = null;
    try (StagingStream stream = attempt.openStream()) {
      Encoded encoded = new Encoded(stream.rows());
      stream.rows().afterPayload(() -> encoded.count(false));
      slice.read(stream.rows(), cancellation);
      read = stream.finish();
      encoded.count(true);
    } catch (RuntimeException | Error e) {
      failed = e;
    }
    gate.enter();
    try {
      reading--;
      if (failed == null) {
        totals = totals.plus(read);
      } else if (failure == null) {
        failure = failed;
      }
      gate.signalAll();
    } finally {
      gate.leave();
    }
    if (failed != null) {
      cancellation.cancel();
    }
  }

  /** What one slice adds to the attempt's progress. For the thread that reads it. */
  private final class Encoded {

    private final RowEncoder encoder;
    private long countedRows;
    private long countedBytes;

    Encoded(RowEncoder encoder) {
      this.encoder = encoder;
    }

    void count(boolean isLast) {
      long now = scheduling.nanoTime();
      long soFarRows;
      long soFarBytes;
      boolean tell;
      gate.enter();
      try {
        rows += encoder.rows() - countedRows;
        encodedBytes += encoder.encodedBytes() - countedBytes;
        tell = rows != toldRows && (isLast || toldRows < 0 || now - toldAtNanos >= QUIET_NANOS);
        if (tell) {
          toldRows = rows;
          toldAtNanos = now;
        }
        soFarRows = rows;
        soFarBytes = encodedBytes;
      } finally {
        gate.leave();
      }
      countedRows = encoder.rows();
      countedBytes = encoder.encodedBytes();
      if (tell) {
        progress.soFar(soFarRows, soFarBytes);
      }
    }
  }
}
