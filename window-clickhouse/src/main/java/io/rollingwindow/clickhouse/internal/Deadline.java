package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A bounded wait for a condition that the server alone can answer. */
final class Deadline {

  private static final long FIRST_PAUSE_MILLIS = 5;
  private static final long LONGEST_PAUSE_MILLIS = 250;

  private Deadline() {}

  /**
   * Asks until the answer is yes, with growing pauses.
   *
   * @return false when the time is over
   * @throws RunCancelledException when the thread is interrupted
   */
  static boolean await(Duration limit, BooleanSupplier condition) {
    long end = System.nanoTime() + limit.toNanos();
    long pause = FIRST_PAUSE_MILLIS;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      pause(pause);
      pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
    }
    return true;
  }

  private static void pause(long millis) {
    try {
      TimeUnit.MILLISECONDS.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunCancelledException(
          ErrorCode.RUN_CANCELLED, "The work was interrupted while it waited for the server.", e);
    }
  }
}
