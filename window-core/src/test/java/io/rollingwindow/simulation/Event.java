package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunPhase;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What truly happened in a simulated world, as no process of it can see it. */
sealed interface Event {

  /** A snapshot was opened. */
  record SnapshotOpened(String snapshot, List<Row> rows) implements Event {}

  /** A lease was granted. */
  record LeaseGranted(long token, long until) implements Event {}

  /** A lease was renewed. */
  record LeaseRenewed(long token, long until) implements Event {}

  /** A lease was given back, or it ended against all expectation. */
  record LeaseEnded(long token) implements Event {}

  /** A run's record was written. */
  record RunStored(
      String run, String invocation, String snapshot, RunPhase phase, long token, long at)
      implements Event {}

  /** A chunk's record was written. */
  record ChunkStored(String run, int chunk, int attempts, long token, long at) implements Event {}

  /** A publication's record was written. */
  record PublicationStored(
      String run, String generationUuid, PublicationRecord.Status status, long token, long at)
      implements Event {}

  /** A staging table was created. */
  record Staged(String run, int chunk, int attempt) implements Event {}

  /** A generation was built. */
  record Built(String run, String uuid) implements Event {}

  /** A process sent an EXCHANGE. */
  record ExchangeSent(String process, String run) implements Event {}

  /** A run's EXCHANGE was carried out; another table stands behind the target's name. */
  record Exchanged(String run, String uuid, List<Row> rows) implements Event {}

  /** Somebody from outside dropped a table. */
  record Meddled() implements Event {}

  /** Somebody who respects the guard wrote a row outside the window. */
  record OutsideWritten(Row row) implements Event {}

  /** The evidence callback recorded. */
  record EvidenceRecorded(String run, long token) implements Event {}

  /** The state callback advanced. */
  record StateAdvanced(String run, long token) implements Event {}

  /**
   * A call of the runtime ended.
   *
   * @param process where
   * @param invocation under which id
   * @param end how
   * @param left threads and handles that are left of it
   */
  record CallEnded(String process, String invocation, End end, Set<String> left) implements Event {}

  /** How a call ended. */
  sealed interface End {

    /** It returned. */
    record Succeeded(String run, long windowRows, long totalRows) implements End {}

    /** An operator's decision about a run was taken. */
    record Decided(String run) implements End {}

    /** It threw what it may throw. */
    record Failed(ErrorCode code, String message) implements End {}

    /** It threw something else. */
    record Broke(String what) implements End {}

    /** Its process died. */
    record Died() implements End {}
  }

  /** What is behind the target's name when everything has ended. */
  record Ended(String uuid, List<Row> rows, Optional<String> complaint) implements Event {}
}
