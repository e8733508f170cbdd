package io.rollingwindow.it.clickhouse;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import java.time.Instant;

/** A lease that holds until a test takes it away. */
final class Held implements HeldLease {

  private final Lease lease;
  private volatile boolean lost;

  Held(String targetId, long token) {
    this.lease = new Lease(targetId, "owner-" + token, token, Instant.MAX);
  }

  void lose() {
    lost = true;
  }

  @Override
  public Lease current() {
    return lease;
  }

  @Override
  public void assertHeld() {
    if (lost) {
      throw new LeaseException(ErrorCode.LEASE_LOST, "The test took the lease away.");
    }
  }
}
