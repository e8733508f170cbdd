package io.rollingwindow.spi;

import java.util.Objects;
import java.util.Optional;

/**
 * One publication as recorded, from the intent to its settlement.
 *
 * @param targetId the target
 * @param intent what was to be exchanged
 * @param status what is known
 * @param backupTable the table that holds the old generation; present once published
 * @param settledBy who decided, where an operator settled it by hand
 */
public record PublicationRecord(
    String targetId,
    PublicationIntent intent,
    Status status,
    Optional<String> backupTable,
    Optional<String> settledBy) {

  /**
   * Checks that the parts fit.
   *
   * @throws IllegalArgumentException when they do not
   */
  public PublicationRecord {
    SpiText.requireText(targetId, "targetId");
    Objects.requireNonNull(intent, "intent");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(settledBy, "settledBy");
    if (status == Status.PUBLISHED != backupTable.isPresent()) {
      throw new IllegalArgumentException("a backup exists exactly once published");
    }
  }

  /** What is known of a publication. */
  public enum Status {
    /** The intent is written; the EXCHANGE may or may not have been sent. */
    INTENDED,
    /** The identities could not tell the outcome. */
    UNKNOWN,
    /** It happened, once. */
    PUBLISHED,
    /** It did not happen and will not. */
    NOT_PUBLISHED,
    /**
     * An operator gave it up: neither the old table nor the generation stands behind the target's
     * name any more.
     */
    ABANDONED;

    /**
     * Whether it blocks the target no more.
     *
     * @return true once published, provably not, or given up
     */
    public boolean isSettled() {
      return this == PUBLISHED || this == NOT_PUBLISHED || this == ABANDONED;
    }
  }
}
