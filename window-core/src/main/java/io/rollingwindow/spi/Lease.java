package io.rollingwindow.spi;

import java.time.Instant;
import java.util.Objects;

/**
 * The right to work on one target for a while. Two leases of one target never have the same fencing
 * token, and a later one has a larger token: whoever keeps the largest token seen can refuse all
 * older ones.
 *
 * @param targetId the target
 * @param owner who holds it; unique to one running call, not to an invocation
 * @param fencingToken from 1, growing with every new epoch of the target
 * @param expiresAt the instant from which on it is void unless renewed, by the store's clock
 */
public record Lease(String targetId, String owner, long fencingToken, Instant expiresAt) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank or the token is not positive
   */
  public Lease {
    if (Objects.requireNonNull(targetId, "targetId").isBlank()) {
      throw new IllegalArgumentException("targetId must not be blank");
    }
    if (Objects.requireNonNull(owner, "owner").isBlank()) {
      throw new IllegalArgumentException("owner must not be blank");
    }
    if (fencingToken < 1) {
      throw new IllegalArgumentException("a fencing token is counted from 1");
    }
    Objects.requireNonNull(expiresAt, "expiresAt");
  }
}
