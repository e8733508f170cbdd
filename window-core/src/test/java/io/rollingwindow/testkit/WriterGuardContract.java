package io.rollingwindow.testkit;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.spi.Lease;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/**
 * What every {@link ExclusiveWindowWriterGuard} promises of our own processes. That it keeps out
 * everybody else too is for its own tests.
 */
public abstract class WriterGuardContract {

  /**
   * A guard over the same authority each time within one test.
   *
   * @return the guard
   * @throws Exception when it cannot be made
   */
  protected abstract ExclusiveWindowWriterGuard guard() throws Exception;

  /**
   * The target that the guard covers.
   *
   * @return its id
   */
  protected abstract String targetId();

  private Lease lease(long fencingToken) {
    return new Lease(targetId(), "owner-" + fencingToken, fencingToken, Instant.MAX);
  }

  @Test
  final void itCoversItsTarget() throws Exception {
    guard().validate(targetId());
  }

  @Test
  final void aLeaseServesUntilALaterOneWasSeen() throws Exception {
    guard().assertLease(lease(1));
    guard().assertLease(lease(1));
    guard().assertLease(lease(2));

    assertThrows(Exception.class, () -> guard().assertLease(lease(1)));
    assertThrows(Exception.class, () -> guard().hold(lease(1)));
  }

  @Test
  final void fencingAnAttemptMayBeRepeated() throws Exception {
    guard().fenceAttempt(lease(1), "attempt-1");
    guard().fenceAttempt(lease(1), "attempt-1");
  }

  @Test
  final void aHoldIsHeldUntilItIsClosedAndCanBeTakenAgain() throws Exception {
    ExclusiveWindowWriterGuard.Hold hold = guard().hold(lease(1));
    hold.assertHeld();
    hold.close();
    assertThrows(Exception.class, hold::assertHeld);
    ExclusiveWindowWriterGuard.Hold next = guard().hold(lease(1));
    next.assertHeld();
    next.close();
  }

  @Test
  final void aSecondHoldIsRefusedOrWaitsForTheFirstOne() throws Exception {
    AtomicBoolean givenBack = new AtomicBoolean();
    CountDownLatch asking = new CountDownLatch(1);
    ExecutorService threads = Executors.newSingleThreadExecutor();
    ExclusiveWindowWriterGuard.Hold first = guard().hold(lease(1));
    try {
      Future<Boolean> excluded =
          threads.submit(
              () -> {
                asking.countDown();
                return refusedOrAfter(givenBack);
              });
      assertTrue(asking.await(60, TimeUnit.SECONDS));
      first.assertHeld();
      givenBack.set(true);
      first.close();
      assertTrue(excluded.get(60, TimeUnit.SECONDS));
    } finally {
      threads.shutdownNow();
    }
  }

  private boolean refusedOrAfter(AtomicBoolean givenBack) {
    try (ExclusiveWindowWriterGuard.Hold second = guard().hold(lease(1))) {
      second.assertHeld();
      return givenBack.get();
    } catch (Exception refused) {
      return true;
    }
  }
}
