package io.rollingwindow.it.crash;

/** A point in a run at which its process can be held and killed. */
public enum Moment {
  BEFORE_PLANNED,
  AFTER_PLANNED,
  AFTER_STAGING,
  AFTER_CHUNK_BEGUN,
  AFTER_PREPARED,
  BEFORE_INTENT,
  AFTER_INTENT,
  AFTER_PUBLISHING,
  /** The exchange has happened, and nobody has written that down. */
  BEFORE_OUTCOME,
  AFTER_OUTCOME,
  AFTER_PUBLISHED,
  BEFORE_EVIDENCED,
  AFTER_EVIDENCED,
  BEFORE_SUCCEEDED,
  AFTER_SUCCEEDED;

  /** Whether the rows are visible to readers when a process dies here. */
  public boolean isPublished() {
    return compareTo(BEFORE_OUTCOME) >= 0;
  }
}
