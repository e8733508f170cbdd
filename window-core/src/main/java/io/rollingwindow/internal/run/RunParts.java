package io.rollingwindow.internal.run;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.StateCallback;
import io.rollingwindow.WindowListener;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.WindowSource;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowTarget;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * What runs are composed of.
 *
 * @param routeId the route's stable name
 * @param source where rows come from
 * @param target where they go
 * @param store leases and journal
 * @param publications where publications are recorded
 * @param evidence the application's evidence callback
 * @param state the application's state callback
 * @param listener told how runs go on
 * @param scheduling clocks, threads and waiting
 * @param random owners of leases, digest keys, jitter
 * @param limits how long and how often
 */
public record RunParts(
    String routeId,
    WindowSource source,
    WindowTarget target,
    WindowStore store,
    PublicationRecords publications,
    EvidenceCallback evidence,
    StateCallback state,
    WindowListener listener,
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
}
