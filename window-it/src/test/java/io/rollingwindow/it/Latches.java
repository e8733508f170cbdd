package io.rollingwindow.it;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waiting in tests, with an end. */
public final class Latches {

  private Latches() {}

  /** Waits for a latch; false when it takes too long or the thread is interrupted. */
  public static boolean await(CountDownLatch latch) {
    try {
      return latch.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
