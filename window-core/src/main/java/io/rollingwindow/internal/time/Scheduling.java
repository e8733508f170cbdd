package io.rollingwindow.internal.time;

import java.time.Instant;

/**
 * Everything that executor and runtime know of time and threads. They ask no other clock, start no
 * other thread and wait nowhere else; whoever implements this decides in which order things happen.
 *
 * <p>Safe for use by many threads.
 */
public interface Scheduling {

  /**
   * The wall clock.
   *
   * @return the current instant; it may jump
   */
  Instant now();

  /**
   * A clock for durations.
   *
   * @return nanoseconds from an arbitrary origin, never going back
   */
  long nanoTime();

  /**
   * A new place to wait at.
   *
   * @return a gate that nobody holds
   */
  Gate gate();

  /**
   * Starts a thread.
   *
   * @param name what it is called in dumps and logs
   * @param body what it does; it must not throw
   * @return the running thread
   */
  Worker start(String name, Runnable body);

  /** A started thread. */
  interface Worker {

    /** Interrupts what it waits for or blocks in. */
    void interrupt();

    /**
     * Waits until it has ended.
     *
     * @param atMostNanos how long to wait at most
     * @return whether it has ended
     * @throws InterruptedException when the caller is interrupted
     */
    boolean join(long atMostNanos) throws InterruptedException;
  }
}
