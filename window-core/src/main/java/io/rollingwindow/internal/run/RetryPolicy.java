package io.rollingwindow.internal.run;

import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * When a transient failure is tried again: after the base, then after four times that, each between
 * half and one and a half of it at random, so that workers do not come back in step.
 *
 * @param retries how often at most
 * @param base the first pause
 */
public record RetryPolicy(int retries, Duration base) {

  private static final int GROWTH = 4;

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when one is negative
   */
  public RetryPolicy {
    Objects.requireNonNull(base, "base");
    if (retries < 0 || base.isNegative()) {
      throw new IllegalArgumentException("retries and their pause must not be negative");
    }
  }

  /**
   * The pause after a failure.
   *
   * @param failures how many there were, from 1
   * @param random where the jitter comes from
   * @return nanoseconds
   */
  long pauseNanos(int failures, RandomGenerator random) {
    return (long) (base.toNanos() * Math.pow(GROWTH, failures - 1.0) * (0.5 + random.nextDouble()));
  }
}
