package io.rollingwindow.it.postgres;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition, within a bound. */
final class Until {

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private Until() {}

  static boolean holds(Condition condition) throws SQLException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      if (System.nanoTime() > deadline) {
        return false;
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return true;
  }

  @FunctionalInterface
  interface Condition {
    boolean holds() throws SQLException;
  }
}
