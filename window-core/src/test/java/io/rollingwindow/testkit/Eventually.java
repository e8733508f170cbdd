package io.rollingwindow.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must come to hold. */
public final class Eventually {

  private static final Duration AT_MOST = Duration.ofSeconds(20);

  private Eventually() {}

  /**
   * Returns once a condition holds.
   *
   * @param condition the condition
   * @throws AssertionError when it does not within twenty seconds
   */
  public static void holds(BooleanSupplier condition) {
    long until = System.nanoTime() + AT_MOST.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - until > 0) {
        throw new AssertionError("the condition did not come to hold");
      }
      LockSupport.parkNanos(1_000_000);
    }
  }
}
