package io.rollingwindow.spi;

/** A record that a {@link WindowStore} keeps. */
public sealed interface JournalRecord permits InvocationRecord, RunRecord, ChunkRecord {

  /**
   * The target that the record belongs to.
   *
   * @return the target's id
   */
  String targetId();
}
