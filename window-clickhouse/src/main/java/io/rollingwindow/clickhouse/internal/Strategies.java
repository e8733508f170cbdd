package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.GenerationStrategy;

/** Questions about strategies. */
final class Strategies {

  private Strategies() {}

  static boolean isClone(GenerationStrategy strategy) {
    return strategy == GenerationStrategy.PARTITION_CLONE;
  }
}
