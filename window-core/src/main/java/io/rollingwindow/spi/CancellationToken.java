package io.rollingwindow.spi;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Tells the parts of a run to stop. It goes from running to cancelled once and never back. Safe for
 * use by many threads.
 */
public final class CancellationToken {

  private final Object lock = new Object();
  private final List<Runnable> actions = new ArrayList<>();
  private volatile boolean cancelled;

  /** A token that is not cancelled. */
  public CancellationToken() {}

  /**
   * Cancels, and runs every registered action on the calling thread. An action that fails does not
   * keep the others from running. Repeating it does nothing.
   */
  public void cancel() {
    List<Runnable> toRun;
    synchronized (lock) {
      if (cancelled) {
        return;
      }
      cancelled = true;
      toRun = List.copyOf(actions);
      actions.clear();
    }
    for (Runnable action : toRun) {
      runQuietly(action);
    }
  }

  /**
   * Whether it was cancelled.
   *
   * @return true for good once cancelled
   */
  public boolean isCancelled() {
    return cancelled;
  }

  /**
   * Stops the caller when it was cancelled.
   *
   * @throws RunCancelledException when it was
   */
  public void throwIfCancelled() {
    if (cancelled) {
      throw new RunCancelledException(
          ErrorCode.RUN_CANCELLED, "The work was stopped because its run was cancelled.");
    }
  }

  /**
   * Registers what breaks a blocking call, such as aborting a connection. Runs at once when the
   * token is cancelled already. The action must be short, must not block and must not throw.
   *
   * @param action what to run, once
   * @return closed when the blocking call is over; the action then runs no more
   */
  public Registration onCancel(Runnable action) {
    Objects.requireNonNull(action, "action");
    synchronized (lock) {
      if (!cancelled) {
        actions.add(action);
        return () -> remove(action);
      }
    }
    runQuietly(action);
    return () -> {};
  }

  private void remove(Runnable action) {
    synchronized (lock) {
      actions.removeIf(registered -> registered == action);
    }
  }

  private static void runQuietly(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      System.getLogger(CancellationToken.class.getName())
          .log(System.Logger.Level.WARNING, "A cancellation action failed", e);
    }
  }

  /** A registered action, taken back by closing. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
