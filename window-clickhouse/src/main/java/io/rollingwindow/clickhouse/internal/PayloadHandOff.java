package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Passes payloads of whole rows from the source's thread to the sender's. Two of them go back and
 * forth: while one is sent the other is filled, and a source that is ahead of both waits.
 */
final class PayloadHandOff {

  private static final int BUFFERS = 2;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ArrayDeque<Payload> free = new ArrayDeque<>(BUFFERS);
  private final ArrayDeque<Payload> full = new ArrayDeque<>(BUFFERS);
  private final Duration patience;

  /** What the source's thread fills; null when it has none. */
  private Payload filling;

  private boolean ended;
  private WindowException failure;

  /**
   * An open hand-off.
   *
   * @param patience how long the source waits for a sender that does not move
   * @param payloads makes an empty payload
   */
  PayloadHandOff(Duration patience, Supplier<Payload> payloads) {
    this.patience = patience;
    for (int i = 0; i < BUFFERS; i++) {
      free.add(payloads.get());
    }
  }

  /**
   * Takes a range of whole rows and passes every payload on that it fills; the rest waits for the
   * next range or the end. Called by the source's thread alone.
   *
   * @throws WindowException when the sender has failed, does not move, or the thread is interrupted
   */
  void put(byte[] rows, int offset, int length) {
    throwFailure();
    int taken = 0;
    while (taken < length) {
      if (filling == null) {
        filling = awaitFree();
      }
      taken += filling.add(rows, offset + taken, length - taken);
      if (filling.isFull()) {
        passOn();
      }
    }
  }

  private Payload awaitFree() {
    lock.lock();
    try {
      if (!await(() -> failure != null || !free.isEmpty(), patience)) {
        throw new TransientChunkException(
            ErrorCode.TRANSIENT_FAILURE,
            "The server took no rows for " + patience + ". The attempt is discarded.");
      }
      throwFailure();
      return free.remove();
    } finally {
      lock.unlock();
    }
  }

  private void passOn() {
    lock.lock();
    try {
      full.add(filling);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    filling = null;
  }

  /** Waits until there is something to send, however long the source takes; false at the end. */
  boolean awaitPayload() {
    lock.lock();
    try {
      while (full.isEmpty() && !ended && failure == null) {
        changed.awaitUninterruptibly();
      }
      return failure == null && !full.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /**
   * The next payload.
   *
   * @return null when none came in time, or none will come
   * @throws WindowException when the stream was broken off
   */
  Payload poll(Duration wait) {
    lock.lock();
    try {
      await(() -> failure != null || ended || !full.isEmpty(), wait);
      throwFailure();
      return full.poll();
    } finally {
      lock.unlock();
    }
  }

  /** Gives a sent payload back. */
  void release(Payload payload) {
    payload.clear();
    lock.lock();
    try {
      free.add(payload);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** No rows follow. Called by the source's thread. */
  void end() {
    if (filling != null) {
      passOn();
    }
    lock.lock();
    try {
      ended = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Ends both sides with a failure; the first one stays. */
  void breakOff(WindowException reason) {
    lock.lock();
    try {
      if (failure == null) {
        failure = reason;
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Throws what either side failed with, if it did. */
  void throwFailure() {
    lock.lock();
    try {
      if (failure != null) {
        throw failure;
      }
    } finally {
      lock.unlock();
    }
  }

  private boolean await(Check condition, Duration wait) {
    long left = wait.toNanos();
    try {
      while (!condition.holds()) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RunCancelledException(
          ErrorCode.RUN_CANCELLED,
          "The work was interrupted while it passed rows on. The attempt is discarded.",
          e);
    }
  }

  /** A condition under the lock. */
  @FunctionalInterface
  private interface Check {
    boolean holds();
  }
}
