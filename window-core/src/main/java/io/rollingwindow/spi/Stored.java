package io.rollingwindow.spi;

import java.util.Objects;

/**
 * A record as it was read, with the revision that a later write must name.
 *
 * @param <R> the kind of record
 * @param record what was read
 * @param revision from 1, growing by 1 with each write
 */
public record Stored<R>(R record, long revision) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when the revision is not positive
   */
  public Stored {
    Objects.requireNonNull(record, "record");
    if (revision < 1) {
      throw new IllegalArgumentException("a revision is counted from 1");
    }
  }
}
