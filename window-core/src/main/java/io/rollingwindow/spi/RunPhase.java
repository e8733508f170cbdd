package io.rollingwindow.spi;

/** How far a run has come, as journaled. Phases are passed in this order; the ends are final. */
public enum RunPhase {
  /** The plan is registered. */
  PLANNED,
  /** Chunks are being staged. */
  STAGING,
  /** The generation is built and verified. */
  PREPARED,
  /** The intent is written; the EXCHANGE may have been sent. */
  PUBLISHING,
  /** The target's name stands for the generation; evidence is owed. */
  PUBLISHED,
  /** Evidence is durable; state is owed. */
  EVIDENCED,
  /** Everything is done. An end. */
  SUCCEEDED,
  /** Refused before anything was sent to the target. An end. */
  REFUSED,
  /** The EXCHANGE provably did not happen. An end. */
  NOT_PUBLISHED,
  /** Given up before publication: the snapshot is gone, or an operator said so. An end. */
  ABANDONED;

  /**
   * Whether nothing follows.
   *
   * @return true for the ends
   */
  public boolean isEnd() {
    return this == SUCCEEDED || this == REFUSED || this == NOT_PUBLISHED || this == ABANDONED;
  }

  /**
   * Whether rows are visible and a callback is still owed.
   *
   * @return true between publication and success
   */
  public boolean isOwing() {
    return this == PUBLISHED || this == EVIDENCED;
  }
}
