package io.rollingwindow.clickhouse.internal;

import java.time.Duration;

/**
 * Bounds of waiting and memory.
 *
 * @param answer how long an answer to a short statement, or to the end of an insert, is waited for
 * @param work how long a long statement may run on the server once its connection is gone
 * @param join how long killed requests may take to end
 * @param stall how long an open insert waits for the next payload before it is completed
 * @param compareMemory the bytes of grouped state after which an exact comparison goes to disk
 */
public record Limits(
    Duration answer, Duration work, Duration join, Duration stall, long compareMemory) {

  /** What is used unless the application says otherwise. */
  public static final Limits DEFAULT =
      new Limits(
          Duration.ofMinutes(10),
          Duration.ofHours(6),
          Duration.ofMinutes(1),
          Duration.ofSeconds(10),
          256L << 20);

  /** Checks that every bound is positive. */
  public Limits {
    if (answer.isNegative()
        || answer.isZero()
        || work.isNegative()
        || work.isZero()
        || join.isNegative()
        || join.isZero()
        || stall.isNegative()
        || stall.isZero()
        || compareMemory < 1) {
      throw new IllegalArgumentException("bounds of waiting and memory are positive");
    }
  }
}
