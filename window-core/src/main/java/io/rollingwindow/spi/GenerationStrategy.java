package io.rollingwindow.spi;

/** How the replacement generation is built. */
public enum GenerationStrategy {
  /**
   * Untouched partitions are cloned by hard link, touched ones rebuilt. The cost follows the
   * window.
   */
  PARTITION_CLONE,
  /** All outside rows are copied. The cost follows the table. */
  REBUILD
}
