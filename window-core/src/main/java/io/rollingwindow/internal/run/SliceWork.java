package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The slices of one attempt, read by its own worker and by idle ones that help. The first slice
 * that fails stops the others.
 */
final class SliceWork {

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final StagingAttempt attempt;
  private final CancellationToken cancellation;
  private final Gate gate;
  private final Consumer<RowTotals> onProgress;

  // Inside the gate.
  private final Deque<SourceSlice> rest;
  private RowTotals totals;
  private int reading;
  private Throwable failure;

  SliceWork(
      StagingAttempt attempt,
      List<SourceSlice> slices,
      RowTotals nothing,
      CancellationToken cancellation,
      Gate gate,
      Consumer<RowTotals> onProgress) {
    this.attempt = attempt;
    this.cancellation = cancellation;
    this.gate = gate;
    this.onProgress = onProgress;
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
      slice.read(stream.rows(), cancellation);
      read = stream.finish();
    } catch (RuntimeException | Error e) {
      failed = e;
    }
    RowTotals soFar;
    gate.enter();
    try {
      reading--;
      if (failed == null) {
        totals = totals.plus(read);
      } else if (failure == null) {
        failure = failed;
      }
      soFar = totals;
      gate.signalAll();
    } finally {
      gate.leave();
    }
    if (failed == null) {
      onProgress.accept(soFar);
    } else {
      cancellation.cancel();
    }
  }
}
