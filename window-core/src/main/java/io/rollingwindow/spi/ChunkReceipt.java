package io.rollingwindow.spi;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.row.RowTotals;
import java.util.Objects;
import java.util.Optional;

/**
 * What one verified chunk is: which table holds it and what is in it.
 *
 * @param attempt the attempt that staged it
 * @param staging the staging table; may be empty for a chunk without rows, and for no other
 * @param totals count, digest, bounds, NULL counts and bytes, equal on both sides
 * @param stageNanos how long reading, loading and verifying took together, in nanoseconds
 */
public record ChunkReceipt(
    AttemptId attempt, Optional<StagingTable> staging, RowTotals totals, long stageNanos) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when there are rows without a table, or the time is negative
   */
  public ChunkReceipt {
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(staging, "staging");
    Objects.requireNonNull(totals, "totals");
    if (staging.isEmpty() && totals.rows() > 0) {
      throw new IllegalArgumentException("rows need a staging table");
    }
    if (stageNanos < 0) {
      throw new IllegalArgumentException("stageNanos must not be negative");
    }
  }

  /**
   * The chunk's place in the plan.
   *
   * @return its index, from 0
   */
  public int chunk() {
    return attempt.chunk();
  }
}
