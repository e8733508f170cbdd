package io.rollingwindow.it.bridge;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for a condition that another process brings about. */
final class Eventually {

  private static final Duration WITHIN = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(10);

  private Eventually() {}

  /** Asks again and again until the answer is right, for a bounded time. */
  static <T> T until(Callable<T> question, Predicate<T> right) {
    long deadline = System.nanoTime() + WITHIN.toNanos();
    T answer;
    do {
      try {
        answer = question.call();
      } catch (Exception e) {
        throw new AssertionError("The question failed", e);
      }
      if (right.test(answer)) {
        return answer;
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    } while (System.nanoTime() < deadline);
    throw new AssertionError("Still " + answer + " after " + WITHIN);
  }
}
