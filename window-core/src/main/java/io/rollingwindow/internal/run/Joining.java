package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Scheduling;
import java.time.Duration;

/** Waits for a thread of ours to end. */
final class Joining {

  private static final Duration LAST_CALL = Duration.ofSeconds(1);

  private Joining() {}

  /**
   * Waits as long as given; a thread that is late is interrupted and gets a moment more. An
   * interruption of the caller does not cut the wait short and is kept for later.
   *
   * @return whether the thread has ended
   */
  static boolean join(Scheduling scheduling, Scheduling.Worker worker, Duration atMost) {
    if (uninterruptibly(scheduling, worker, atMost)) {
      return true;
    }
    worker.interrupt();
    return uninterruptibly(scheduling, worker, LAST_CALL);
  }

  private static boolean uninterruptibly(
      Scheduling scheduling, Scheduling.Worker worker, Duration atMost) {
    long until = scheduling.nanoTime() + atMost.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return worker.join(until - scheduling.nanoTime());
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
