package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import java.util.function.BooleanSupplier;

/** Waits at a gate for a time. */
final class Pauses {

  private Pauses() {}

  /**
   * Waits until the time is over or the condition holds; whoever makes it hold signals the gate.
   *
   * @return whether the time is over
   */
  static boolean pause(Scheduling scheduling, Gate gate, long nanos, BooleanSupplier over)
      throws InterruptedException {
    long until = scheduling.nanoTime() + nanos;
    gate.enter();
    try {
      while (!over.getAsBoolean()) {
        long left = until - scheduling.nanoTime();
        if (left <= 0) {
          return true;
        }
        gate.await(left);
      }
      return false;
    } finally {
      gate.leave();
    }
  }
}
