package io.rollingwindow.spi;

import java.time.Duration;
import java.util.Objects;

/**
 * What a finished run reports, now and at every repeat.
 *
 * @param windowRows the rows inside the window
 * @param totalRows the rows of the whole published generation
 * @param duration how long the call that finished it took
 */
public record RunResult(long windowRows, long totalRows, Duration duration) {

  /**
   * Checks the figures.
   *
   * @throws IllegalArgumentException when one is negative or the window has more rows than the
   *     whole
   */
  public RunResult {
    Objects.requireNonNull(duration, "duration");
    if (windowRows < 0 || totalRows < windowRows || duration.isNegative()) {
      throw new IllegalArgumentException("figures of a result do not fit");
    }
  }
}
