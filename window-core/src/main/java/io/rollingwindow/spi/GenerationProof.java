package io.rollingwindow.spi;

import java.util.Objects;

/**
 * How the generation was shown to be right immediately before publication.
 *
 * @param partitionsByIdentity partitions outside the window proven equal by the identity of their
 *     parts
 * @param partitionsByRows partitions proven equal row by row, with multiplicity
 * @param outsideRows the rows outside the window that were proven equal
 * @param durability whether the generation was forced to disk
 * @param proofNanos how long it took, in nanoseconds
 */
public record GenerationProof(
    int partitionsByIdentity,
    int partitionsByRows,
    long outsideRows,
    Durability durability,
    long proofNanos) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a figure is negative
   */
  public GenerationProof {
    if (partitionsByIdentity < 0 || partitionsByRows < 0 || outsideRows < 0 || proofNanos < 0) {
      throw new IllegalArgumentException("figures of a proof must not be negative");
    }
    Objects.requireNonNull(durability, "durability");
  }

  /** Whether the generation's files were forced to disk before the EXCHANGE. */
  public enum Durability {
    /** The server wrote its file caches out and said so. */
    FORCED,
    /** The account may not force it. */
    NOT_PERMITTED,
    /** The composition turned it off. */
    TURNED_OFF
  }
}
