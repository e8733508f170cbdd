package io.rollingwindow.postgres.internal;

import io.rollingwindow.plan.WindowInterval;
import java.util.OptionalLong;

/**
 * Rows that one COPY reads: those of an interval, in all of the table's blocks or in some.
 *
 * @param interval the values of the window column
 * @param fromBlock the first block
 * @param toBlock the first block that is too far; empty for all that follow
 */
record RowRange(WindowInterval interval, long fromBlock, OptionalLong toBlock) {

  static RowRange all(WindowInterval interval) {
    return new RowRange(interval, 0, OptionalLong.empty());
  }
}
