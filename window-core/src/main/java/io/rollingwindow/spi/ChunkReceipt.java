package io.rollingwindow.spi;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.row.RowTotals;
import java.util.Objects;

/**
 * What one verified chunk is: which table holds it and what is in it.
 *
 * @param attempt the attempt that staged it
 * @param table the staging table's name, without its database
 * @param tableUuid the staging table's identity
 * @param totals count, digest, bounds, NULL counts and bytes, equal on both sides
 * @param stageNanos how long reading, loading and verifying took together, in nanoseconds
 */
public record ChunkReceipt(
    AttemptId attempt, String table, String tableUuid, RowTotals totals, long stageNanos) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank or the time is negative
   */
  public ChunkReceipt {
    Objects.requireNonNull(attempt, "attempt");
    SpiText.requireText(table, "table");
    SpiText.requireText(tableUuid, "tableUuid");
    Objects.requireNonNull(totals, "totals");
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
