package io.rollingwindow.plan;

import java.util.Objects;

/**
 * One part of the window, read and staged on its own.
 *
 * @param index its place in the plan, from 0
 * @param interval what it covers
 */
public record Chunk(int index, WindowInterval interval) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when the index is negative
   */
  public Chunk {
    if (index < 0) {
      throw new IllegalArgumentException("a chunk's index is counted from 0");
    }
    Objects.requireNonNull(interval, "interval");
  }
}
