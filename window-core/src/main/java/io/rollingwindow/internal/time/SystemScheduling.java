package io.rollingwindow.internal.time;

import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The machine's clocks and the threads of a factory, platform or virtual. */
public final class SystemScheduling implements Scheduling {

  private final InstantSource clock;
  private final ThreadFactory threads;

  /**
   * Binds the parts.
   *
   * @param clock the wall clock
   * @param threads makes the threads
   */
  public SystemScheduling(InstantSource clock, ThreadFactory threads) {
    this.clock = Objects.requireNonNull(clock, "clock");
    this.threads = Objects.requireNonNull(threads, "threads");
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public Gate gate() {
    return new LockGate();
  }

  @Override
  public Worker start(String name, Runnable body) {
    Thread thread = threads.newThread(body);
    if (thread == null) {
      throw new IllegalStateException("the thread factory made no thread");
    }
    thread.setName(name);
    thread.start();
    return new ThreadWorker(thread);
  }

  private record ThreadWorker(Thread thread) implements Worker {

    @Override
    public void interrupt() {
      thread.interrupt();
    }

    @Override
    public boolean join(long atMostNanos) throws InterruptedException {
      // A join of 0 ms would wait for ever.
      thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(atMostNanos)));
      return !thread.isAlive();
    }
  }

  private static final class LockGate implements Gate {

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @Override
    public void enter() {
      lock.lock();
    }

    @Override
    public void leave() {
      lock.unlock();
    }

    @Override
    @SuppressWarnings("WaitNotInLoop") // The contract leaves the loop to the caller.
    public void await(long atMostNanos) throws InterruptedException {
      long left = changed.awaitNanos(atMostNanos);
      assert left <= atMostNanos;
    }

    @Override
    public void signalAll() {
      changed.signalAll();
    }
  }
}
