package io.rollingwindow.simulation;

import io.rollingwindow.simulation.Strand.State;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

/**
 * Time and threads of a simulated world. Exactly one thread runs at a time; when it has to wait, or
 * gives way, the {@link Chooser} picks the next one. Time stands still while anybody can run and
 * jumps to the next moment at which something happens when nobody can.
 *
 * <p>The thread that makes a kernel is its first strand. Everything here is called by the strand
 * that runs.
 */
final class Kernel {

  static final long NEVER = Long.MAX_VALUE;

  private static final int MOST_STEPS = 200_000;

  private final Executor carriers;
  private final Chooser chooser;
  private final List<Strand> strands = new ArrayList<>();
  private final PriorityQueue<Happening> happenings =
      new PriorityQueue<>(
          Comparator.comparingLong(Happening::at).thenComparingLong(Happening::order));
  private final List<Strand> ready = new ArrayList<>();

  private long now;
  private long order;
  private int steps;
  private Strand current;
  private String stuck;

  private record Happening(long at, long order, Runnable body) {}

  Kernel(Executor carriers, Chooser chooser) {
    this.carriers = carriers;
    this.chooser = chooser;
    this.current = new Strand("operator", null, () -> {});
    current.begun = true;
    strands.add(current);
  }

  long now() {
    return now;
  }

  Strand current() {
    return current;
  }

  Chooser chooser() {
    return chooser;
  }

  /** What made the world stop, if it did. */
  String stuck() {
    return stuck;
  }

  /** Something that happens by itself at a later moment. It must not wait. */
  void at(long when, Runnable body) {
    happenings.add(new Happening(when, order++, body));
  }

  Strand start(String name, HostProcess process, Runnable body) {
    Strand strand = new Strand(name, process, body);
    strands.add(strand);
    return strand;
  }

  /** Throws when the running strand's process has died. */
  void requireAlive() {
    if (isDoomed(current)) {
      throw new ProcessDied();
    }
  }

  /** Lets others run first, where the chooser says so. */
  void giveWay() {
    requireAlive();
    requireOutside();
    if (chooser.yields()) {
      reschedule();
    }
  }

  void sleep(long nanos) {
    requireAlive();
    Strand self = current;
    self.state = State.WAITING;
    self.deadline = now + nanos;
    reschedule();
  }

  /**
   * Waits until woken or until a moment.
   *
   * @throws InterruptedException when the strand is interrupted, before or while it waits
   */
  void waitUntil(long deadline) throws InterruptedException {
    requireAlive();
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    Strand self = current;
    self.state = State.WAITING;
    self.deadline = deadline;
    self.interruptible = true;
    try {
      reschedule();
    } finally {
      self.interruptible = false;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * Waits until a strand has ended or until a moment.
   *
   * @return whether it has ended
   */
  boolean join(Strand strand, long deadline) throws InterruptedException {
    requireAlive();
    current.joining = strand;
    try {
      while (strand.state != State.ENDED && now < deadline) {
        waitUntil(deadline);
      }
      return strand.state == State.ENDED;
    } finally {
      current.joining = null;
    }
  }

  void wake(Strand strand) {
    if (strand.state == State.WAITING) {
      strand.state = State.READY;
    }
  }

  void interrupt(Strand strand) {
    if (strand == current) {
      Thread.currentThread().interrupt();
      return;
    }
    strand.interrupted = true;
    if (strand.interruptible) {
      wake(strand);
    }
  }

  /** Everything that the process is doing ends here and now. */
  void kill(HostProcess process) {
    process.dead = true;
  }

  /** The strands of a process that have not ended. */
  List<Strand> alive(Predicate<Strand> which) {
    return strands.stream().filter(which).toList();
  }

  /** Ends everything that still runs, so that no thread is left behind. */
  void shutDown() {
    happenings.clear();
    for (Strand strand : strands) {
      if (strand.process != null) {
        strand.process.dead = true;
      }
    }
    while (strands.size() > 1) {
      current.state = State.WAITING;
      current.deadline = now;
      switchTo(strands.get(1));
    }
  }

  private static boolean isDoomed(Strand strand) {
    return strand.process != null && strand.process.dead;
  }

  private void reschedule() {
    requireOutside();
    Strand self = current;
    switchTo(pick());
    if (self.interrupted) {
      self.interrupted = false;
      Thread.currentThread().interrupt();
    }
    if (stuck != null && self.process == null) {
      throw new IllegalStateException(stuck);
    }
    requireAlive();
  }

  private void requireOutside() {
    if (current.gatesHeld > 0) {
      fail(current + " may wait while it is inside a gate");
    }
  }

  private void switchTo(Strand next) {
    Strand self = current;
    if (next == self) {
      self.state = State.READY;
      return;
    }
    // While it runs, a thread's own mark tells whether it was interrupted; else the strand's.
    if (Thread.interrupted()) {
      self.interrupted = true;
    }
    handOver(next);
    self.baton.take();
  }

  private void handOver(Strand next) {
    current = next;
    next.state = State.READY;
    if (next.begun) {
      next.baton.give();
    } else {
      next.begun = true;
      carriers.execute(() -> carry(next));
    }
  }

  private void carry(Strand strand) {
    try {
      if (!isDoomed(strand)) {
        strand.body.run();
      }
    } catch (ProcessDied e) {
      // It is meant to end like this.
    } catch (RuntimeException | Error e) {
      if (!isDoomed(strand)) {
        fail(strand + " ended with " + e);
      }
    }
    Thread.interrupted();
    strand.state = State.ENDED;
    strands.remove(strand);
    for (Strand other : strands) {
      if (other.joining == strand) {
        wake(other);
      }
    }
    handOver(pick());
  }

  private void fail(String what) {
    if (stuck == null) {
      stuck = what;
    }
  }

  private Strand pick() {
    if (++steps > MOST_STEPS) {
      fail("no end after " + MOST_STEPS + " steps");
    }
    while (true) {
      happen();
      ready.clear();
      long next = happenings.isEmpty() ? NEVER : happenings.peek().at();
      for (int i = 0; i < strands.size(); i++) {
        Strand strand = strands.get(i);
        if (isDoomed(strand)) {
          return strand;
        }
        long from = strand.state == State.READY ? now : strand.deadline;
        if (strand.process != null) {
          from = Math.max(from, strand.process.pausedUntil);
        }
        if (from <= now) {
          ready.add(strand);
        }
        next = Math.min(next, from);
      }
      if (stuck != null) {
        return strands.get(0);
      }
      if (!ready.isEmpty()) {
        return chooser.next(ready, current);
      }
      if (next == NEVER) {
        fail("everybody waits for ever");
        return strands.get(0);
      }
      now = next;
    }
  }

  private void happen() {
    while (!happenings.isEmpty() && happenings.peek().at() <= now) {
      happenings.poll().body().run();
    }
  }
}
