package io.rollingwindow.internal.run;

import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowTarget;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A target and everything that is remembered of it.
 *
 * @param target where rows go
 * @param store leases and journal
 * @param publications where publications are recorded
 * @param scheduling clocks, threads and waiting
 * @param random owners of leases, digest keys, jitter
 * @param limits how long and how often
 */
public record TargetParts(
    WindowTarget target,
    WindowStore store,
    PublicationRecords publications,
    Scheduling scheduling,
    SecureRandom random,
    Limits limits) {

  /**
   * How long and how often.
   *
   * @param leaseTtl how long a lease lasts without renewal
   * @param retry when transient failures are tried again
   * @param stopTimeout how long workers may take to stop once told to
   */
  public record Limits(Duration leaseTtl, RetryPolicy retry, Duration stopTimeout) {}

  /**
   * Does something under the target's lease, which is given back on every path.
   *
   * @param onLost told when the lease is lost
   * @param work what is done
   * @param <T> what comes out
   * @return what came out
   * @throws io.rollingwindow.error.LeaseException when somebody else holds it
   */
  public <T> T underLease(Consumer<Throwable> onLost, Function<LeaseKeeper, T> work) {
    String owner = new UUID(random.nextLong(), random.nextLong()).toString();
    LeaseKeeper lease =
        LeaseKeeper.acquire(
            store, target.targetId(), owner, limits.leaseTtl(), scheduling, onLost::accept);
    T done;
    try {
      done = work.apply(lease);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, lease);
      throw e;
    }
    lease.closeAfterSuccess();
    return done;
  }
}
