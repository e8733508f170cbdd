package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore.Change;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Writes to the store through a passing failure of it: a disk that was full for a moment, another
 * process that wrote for too long. Before a write is tried again, the record is read: what the
 * store has written without being able to say so is not written twice.
 */
final class SteadyStore {

  private final TargetParts parts;
  private final HeldLease lease;

  SteadyStore(TargetParts parts, HeldLease lease) {
    this.parts = parts;
    this.lease = lease;
  }

  /** Writes records, all or none. */
  void commit(List<Change> changes) {
    write(() -> parts.store().commit(lease.current(), changes).get(0), () -> find(changes.get(0)));
  }

  /** Writes a publication. */
  Stored<PublicationRecord> save(PublicationRecord record, long expectedRevision) {
    return write(
        () -> parts.publications().save(lease.current(), record, expectedRevision),
        () ->
            parts
                .publications()
                .publication(record.targetId(), record.intent().run())
                .filter(stored -> stored.equals(new Stored<>(record, expectedRevision + 1))));
  }

  private <T> T write(Supplier<T> write, Supplier<Optional<T>> written) {
    RefusedException conflict = null;
    for (int failures = 0; ; ) {
      try {
        Optional<T> found = failures == 0 ? Optional.empty() : written.get();
        if (found.isPresent()) {
          return found.get();
        }
        if (conflict == null) {
          return write.get();
        }
      } catch (RefusedException e) {
        if (e.code() == ErrorCode.JOURNAL_CONFLICT && failures > 0) {
          // After a failure it may be with that very write, which came through late.
          conflict = e;
          continue;
        }
        if (e.code() != ErrorCode.STORE_UNAVAILABLE
            || failures == parts.limits().retry().retries()) {
          throw e;
        }
        failures++;
        pause(failures, e);
        continue;
      }
      throw conflict;
    }
  }

  private void pause(int failures, RefusedException failure) {
    try {
      Pauses.pause(
          parts.scheduling(),
          parts.scheduling().gate(),
          parts.limits().retry().pauseNanos(failures, parts.random()),
          () -> false);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /** The record as stored, if it is exactly the one that was to be written. */
  private Optional<Stored<JournalRecord>> find(Change change) {
    JournalRecord record = change.record();
    Stored<JournalRecord> wanted = new Stored<>(record, change.expectedRevision() + 1);
    return read(record).filter(wanted::equals);
  }

  private Optional<Stored<JournalRecord>> read(JournalRecord record) {
    if (record instanceof InvocationRecord invocation) {
      return parts
          .store()
          .invocation(invocation.targetId(), invocation.invocationId())
          .map(SteadyStore::widen);
    }
    if (record instanceof RunRecord run) {
      return parts.store().run(run.run()).map(SteadyStore::widen);
    }
    ChunkRecord chunk = (ChunkRecord) record;
    return parts.store().chunks(chunk.run()).stream()
        .filter(stored -> stored.record().chunk() == chunk.chunk())
        .findFirst()
        .map(SteadyStore::widen);
  }

  private static Stored<JournalRecord> widen(Stored<? extends JournalRecord> stored) {
    return new Stored<>(stored.record(), stored.revision());
  }
}
