package io.rollingwindow.it.guard;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.spi.Lease;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A guard for demonstrations and tests, where the servers were started by this process and nobody
 * else knows of them. It keeps one hold at a time and refuses tokens older than the newest seen. It
 * proves nothing about other processes, and is therefore not published.
 */
public final class SoleProcessGuard implements ExclusiveWindowWriterGuard {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);

  private final Semaphore exclusion = new Semaphore(1);
  private final AtomicLong newestToken = new AtomicLong();

  /** A guard that nobody holds. */
  public SoleProcessGuard() {}

  @Override
  public void validate(String targetId) {}

  @Override
  public void assertLease(Lease lease) {
    long newest = newestToken.accumulateAndGet(lease.fencingToken(), Math::max);
    if (lease.fencingToken() < newest) {
      throw new IllegalStateException("a newer lease of " + lease.targetId() + " was seen");
    }
  }

  @Override
  public void fenceAttempt(Lease lease, String operationId) {
    assertLease(lease);
  }

  @Override
  public Hold hold(Lease lease) throws InterruptedException {
    assertLease(lease);
    if (!exclusion.tryAcquire(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IllegalStateException("another hold of " + lease.targetId() + " did not end");
    }
    return new SoleHold(lease);
  }

  private final class SoleHold implements Hold {

    private final Lease lease;
    private boolean held = true;

    private SoleHold(Lease lease) {
      this.lease = lease;
    }

    @Override
    public void assertHeld() {
      if (!held) {
        throw new IllegalStateException("the hold was given back");
      }
      assertLease(lease);
    }

    @Override
    public void close() {
      if (held) {
        held = false;
        exclusion.release();
      }
    }
  }
}
