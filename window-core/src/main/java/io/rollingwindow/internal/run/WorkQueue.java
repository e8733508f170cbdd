package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Gate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What the workers do next: help a chunk that is being read, else begin the next one. It ends when
 * every chunk is done or the work was stopped.
 */
final class WorkQueue {

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Gate gate;
  private final StopSignal stop;

  // Inside the gate.
  private final Deque<Integer> chunks;
  private final Deque<SliceWork> offers = new ArrayDeque<>();
  private int running;

  /** One piece of work for one worker. */
  sealed interface Work {

    /** A chunk to be staged. */
    record BeginChunk(int index) implements Work {}

    /** Slices of another worker's chunk. */
    record HelpChunk(SliceWork slices) implements Work {}
  }

  WorkQueue(List<Integer> chunks, Gate gate, StopSignal stop) {
    this.chunks = new ArrayDeque<>(chunks);
    this.gate = gate;
    this.stop = stop;
  }

  Gate gate() {
    return gate;
  }

  /** Waits for work; null when there will be none. */
  Work next() throws InterruptedException {
    gate.enter();
    try {
      while (!stop.isStopped()) {
        offers.removeIf(offer -> !offer.hasRest());
        if (!offers.isEmpty()) {
          return new Work.HelpChunk(offers.peek());
        }
        if (!chunks.isEmpty()) {
          running++;
          return new Work.BeginChunk(chunks.poll());
        }
        if (running == 0) {
          return null;
        }
        gate.await(CHECK_NANOS);
      }
      return null;
    } finally {
      gate.leave();
    }
  }

  /** A begun chunk is done, one way or the other. */
  void done() {
    gate.enter();
    try {
      running--;
      gate.signalAll();
    } finally {
      gate.leave();
    }
  }

  /** Lets idle workers help. */
  void offer(SliceWork slices) {
    gate.enter();
    try {
      offers.add(slices);
      gate.signalAll();
    } finally {
      gate.leave();
    }
  }

  /** Makes waiting workers look again. */
  void wake() {
    gate.enter();
    try {
      gate.signalAll();
    } finally {
      gate.leave();
    }
  }
}
