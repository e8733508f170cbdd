package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.spi.CancellationToken;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Why the work of a run stops. The first reason is the failure of the run; what breaks afterwards
 * only broke because everything was told to stop. Safe for many threads.
 */
public final class StopSignal {

  private final AtomicReference<Throwable> reason = new AtomicReference<>();
  private final CancellationToken token = new CancellationToken();

  /** A signal that is not given yet. */
  public StopSignal() {}

  /**
   * Stops everything that listens to {@link #token()}.
   *
   * @param because why; ignored when another reason came first
   */
  public void stop(Throwable because) {
    reason.compareAndSet(null, because);
    token.cancel();
  }

  /** Stops, and keeps a failure that is worth knowing beside the first one. */
  void attach(Throwable later) {
    if (!reason.compareAndSet(null, later) && reason.get() != later) {
      reason.get().addSuppressed(later);
    }
    token.cancel();
  }

  /** Stops because the caller wants it. */
  void cancel() {
    stop(
        new RunCancelledException(
            ErrorCode.RUN_CANCELLED,
            "The call was cancelled before it published; it left the target as it was."));
  }

  CancellationToken token() {
    return token;
  }

  boolean isStopped() {
    return reason.get() != null;
  }

  /** For the calling thread, whose interruption is a reason too. */
  void throwIfStoppedOrInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      cancel();
    }
    throwIfStopped();
  }

  /** Throws the reason, if there is one. */
  void throwIfStopped() {
    Throwable because = reason.get();
    if (because != null) {
      throw Failures.unchecked(because);
    }
  }
}
