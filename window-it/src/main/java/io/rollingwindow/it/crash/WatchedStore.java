package io.rollingwindow.it.crash;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Tells of the moments of a run as they pass through the store. */
public final class WatchedStore implements WindowStore {

  private final WindowStore store;
  private final Consumer<Moment> watcher;

  /** Watches a store. */
  public WatchedStore(WindowStore store, Consumer<Moment> watcher) {
    this.store = store;
    this.watcher = watcher;
  }

  @Override
  public List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes) {
    for (Change change : changes) {
      before(change.record());
    }
    List<Stored<JournalRecord>> stored = store.commit(lease, changes);
    for (Change change : changes) {
      after(change.record());
    }
    return stored;
  }

  private void before(JournalRecord record) {
    if (record instanceof RunRecord run) {
      switch (run.phase()) {
        case PLANNED -> watcher.accept(Moment.BEFORE_PLANNED);
        case EVIDENCED -> watcher.accept(Moment.BEFORE_EVIDENCED);
        case SUCCEEDED -> watcher.accept(Moment.BEFORE_SUCCEEDED);
        default -> {}
      }
    }
  }

  private void after(JournalRecord record) {
    if (record instanceof ChunkRecord) {
      watcher.accept(Moment.AFTER_CHUNK_BEGUN);
    } else if (record instanceof RunRecord run) {
      after(run.phase());
    }
  }

  private void after(RunPhase phase) {
    switch (phase) {
      case PLANNED -> watcher.accept(Moment.AFTER_PLANNED);
      case STAGING -> watcher.accept(Moment.AFTER_STAGING);
      case PREPARED -> watcher.accept(Moment.AFTER_PREPARED);
      case PUBLISHING -> watcher.accept(Moment.AFTER_PUBLISHING);
      case PUBLISHED -> watcher.accept(Moment.AFTER_PUBLISHED);
      case EVIDENCED -> watcher.accept(Moment.AFTER_EVIDENCED);
      case SUCCEEDED -> watcher.accept(Moment.AFTER_SUCCEEDED);
      default -> {}
    }
  }

  @Override
  public Stored<PublicationRecord> save(
      Lease lease, PublicationRecord record, long expectedRevision) {
    boolean intent = record.status() == PublicationRecord.Status.INTENDED;
    watcher.accept(intent ? Moment.BEFORE_INTENT : Moment.BEFORE_OUTCOME);
    Stored<PublicationRecord> stored = store.save(lease, record, expectedRevision);
    watcher.accept(intent ? Moment.AFTER_INTENT : Moment.AFTER_OUTCOME);
    return stored;
  }

  @Override
  public Optional<Lease> acquire(String targetId, String owner, Duration ttl) {
    return store.acquire(targetId, owner, ttl);
  }

  @Override
  public Lease renew(Lease lease, Duration ttl) {
    return store.renew(lease, ttl);
  }

  @Override
  public void release(Lease lease) {
    store.release(lease);
  }

  @Override
  public boolean isCurrent(Lease lease) {
    return store.isCurrent(lease);
  }

  @Override
  public Optional<Stored<InvocationRecord>> invocation(String targetId, String invocationId) {
    return store.invocation(targetId, invocationId);
  }

  @Override
  public Optional<Stored<RunRecord>> run(RunId run) {
    return store.run(run);
  }

  @Override
  public List<Stored<RunRecord>> runs(String targetId) {
    return store.runs(targetId);
  }

  @Override
  public List<Stored<RunRecord>> unfinishedRuns(String targetId) {
    return store.unfinishedRuns(targetId);
  }

  @Override
  public List<Stored<ChunkRecord>> chunks(RunId run) {
    return store.chunks(run);
  }

  @Override
  public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
    return store.publication(targetId, run);
  }

  @Override
  public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
    return store.unsettledPublications(targetId);
  }

  @Override
  public void close() {
    store.close();
  }
}
