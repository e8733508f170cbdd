package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.WindowStore.Change;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Writes the chunk records of a run, many in one commit. Whoever needs its record durable waits;
 * one of the waiting commits for all. A deferred record costs no commit of its own: it goes with
 * the next one, and is durable at the latest when {@link #flush()} returns.
 *
 * <p>After a failed commit nothing more is written.
 */
final class JournalWriter {

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final SteadyStore store;
  private final Gate gate;

  // Inside the gate.
  private List<Change> waiting = new ArrayList<>();
  private long taken;
  private long durable;
  private boolean committing;
  private Throwable failure;

  JournalWriter(SteadyStore store, Scheduling scheduling) {
    this.store = store;
    this.gate = scheduling.gate();
  }

  /** Takes a change that may become durable later. */
  void defer(Change change) {
    gate.enter();
    try {
      add(change);
    } finally {
      gate.leave();
    }
  }

  /** Takes a change and returns once it is durable, with everything deferred before it. */
  void write(Change change) throws InterruptedException {
    long ticket;
    gate.enter();
    try {
      ticket = add(change);
    } finally {
      gate.leave();
    }
    awaitDurable(ticket);
  }

  /** Returns once everything taken so far is durable. */
  void flush() throws InterruptedException {
    long ticket;
    gate.enter();
    try {
      ticket = taken;
    } finally {
      gate.leave();
    }
    awaitDurable(ticket);
  }

  private long add(Change change) {
    waiting.add(change);
    return ++taken;
  }

  private void awaitDurable(long ticket) throws InterruptedException {
    while (true) {
      List<Change> batch;
      long upTo;
      gate.enter();
      try {
        while (committing && durable < ticket && failure == null) {
          gate.await(CHECK_NANOS);
        }
        if (failure != null) {
          throw Failures.unchecked(failure);
        }
        if (durable >= ticket) {
          return;
        }
        committing = true;
        batch = waiting;
        upTo = taken;
        waiting = new ArrayList<>();
      } finally {
        gate.leave();
      }
      commit(batch, upTo);
    }
  }

  private void commit(List<Change> batch, long upTo) {
    Throwable failed = null;
    try {
      store.commit(batch);
    } catch (RuntimeException | Error e) {
      failed = e;
    }
    gate.enter();
    try {
      committing = false;
      failure = failed;
      durable = failed == null ? upTo : durable;
      gate.signalAll();
    } finally {
      gate.leave();
    }
  }
}
