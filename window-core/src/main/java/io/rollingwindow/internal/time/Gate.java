package io.rollingwindow.internal.time;

/**
 * A lock with one condition. What it protects is written beside the fields; nothing that may block
 * is done while it is held.
 */
public interface Gate {

  /** Enters, waiting for whoever is inside. Not to be repeated inside. */
  void enter();

  /** Leaves. Called inside, in a {@code finally}. */
  void leave();

  /**
   * Leaves, waits for a signal, and enters again. May return without a signal, so the condition is
   * to be checked in a loop. Called inside.
   *
   * @param atMostNanos how long to wait at most; nothing is waited for when it is not positive
   * @throws InterruptedException when the caller is interrupted; it is inside again then
   */
  void await(long atMostNanos) throws InterruptedException;

  /** Wakes everybody who waits. Called inside. */
  void signalAll();
}
