package io.rollingwindow.spi;

import java.util.Objects;

/**
 * A complete replacement for the target: retained outside rows and the window's verified rows.
 *
 * @param table the generation table's name, without its database
 * @param tableUuid the generation table's identity
 * @param targetUuid the identity of the target that it was prepared against
 * @param strategy how it was built
 * @param outsideRows the verified number of rows outside the window, NULL window values included
 * @param windowRows the verified number of rows inside the window
 * @param prepareNanos how long building and verifying took, in nanoseconds
 */
public record PreparedGeneration(
    String table,
    String tableUuid,
    String targetUuid,
    GenerationStrategy strategy,
    long outsideRows,
    long windowRows,
    long prepareNanos) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank, a number is negative, or target and
   *     generation are the same table
   */
  public PreparedGeneration {
    SpiText.requireText(table, "table");
    SpiText.requireText(tableUuid, "tableUuid");
    SpiText.requireText(targetUuid, "targetUuid");
    Objects.requireNonNull(strategy, "strategy");
    if (outsideRows < 0 || windowRows < 0 || prepareNanos < 0) {
      throw new IllegalArgumentException("figures of a generation must not be negative");
    }
    if (tableUuid.equals(targetUuid)) {
      throw new IllegalArgumentException("a generation is never the target itself");
    }
  }

  /**
   * The rows of the whole generation.
   *
   * @return outside and window rows together
   * @throws ArithmeticException when the sum does not fit
   */
  public long totalRows() {
    return Math.addExact(outsideRows, windowRows);
  }
}
