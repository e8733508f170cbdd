package io.rollingwindow.testkit;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A store that keeps its promises as long as the object lives. */
public final class InMemoryWindowStore implements WindowStore {

  private final InstantSource clock;
  private final PortCalls calls;
  private final Map<String, Lease> leases = new HashMap<>();
  private final Map<List<Object>, Stored<JournalRecord>> records = new LinkedHashMap<>();
  private final Map<RunId, Stored<PublicationRecord>> publications = new LinkedHashMap<>();

  /**
   * An empty store.
   *
   * @param clock by which leases expire
   * @param calls what every call goes through
   */
  public InMemoryWindowStore(InstantSource clock, PortCalls calls) {
    this.clock = clock;
    this.calls = calls;
  }

  @Override
  public Optional<Lease> acquire(String targetId, String owner, Duration ttl) {
    requirePositive(ttl);
    return calls.call(Port.STORE_ACQUIRE, () -> acquireNow(targetId, owner, ttl));
  }

  private synchronized Optional<Lease> acquireNow(String targetId, String owner, Duration ttl) {
    Lease last = leases.get(targetId);
    if (last != null && clock.instant().isBefore(last.expiresAt())) {
      return Optional.empty();
    }
    long token = last == null ? 1 : last.fencingToken() + 1;
    Lease lease = new Lease(targetId, owner, token, clock.instant().plus(ttl));
    leases.put(targetId, lease);
    return Optional.of(lease);
  }

  @Override
  public Lease renew(Lease lease, Duration ttl) {
    requirePositive(ttl);
    return calls.call(Port.STORE_RENEW, () -> renewNow(lease, ttl));
  }

  private synchronized Lease renewNow(Lease lease, Duration ttl) {
    requireCurrent(lease);
    Lease renewed =
        new Lease(lease.targetId(), lease.owner(), lease.fencingToken(), clock.instant().plus(ttl));
    leases.put(lease.targetId(), renewed);
    return renewed;
  }

  @Override
  public void release(Lease lease) {
    calls.run(Port.STORE_RELEASE, () -> releaseNow(lease));
  }

  private synchronized void releaseNow(Lease lease) {
    if (current(lease)) {
      leases.put(
          lease.targetId(),
          new Lease(lease.targetId(), lease.owner(), lease.fencingToken(), clock.instant()));
    }
  }

  @Override
  public boolean isCurrent(Lease lease) {
    return calls.call(
        Port.STORE_IS_CURRENT,
        () -> {
          synchronized (this) {
            return current(lease);
          }
        });
  }

  @Override
  public Optional<Stored<InvocationRecord>> invocation(String targetId, String invocationId) {
    return calls.call(
        Port.STORE_INVOCATION,
        () -> find(InvocationRecord.class, List.of("invocation", targetId, invocationId)));
  }

  @Override
  public Optional<Stored<RunRecord>> run(RunId run) {
    return calls.call(Port.STORE_RUN, () -> find(RunRecord.class, List.of("run", run)));
  }

  @Override
  public List<Stored<RunRecord>> runs(String targetId) {
    return calls.call(
        Port.STORE_RUNS,
        () -> {
          List<Stored<RunRecord>> runs = new ArrayList<>(allRuns(targetId));
          Collections.reverse(runs);
          return runs;
        });
  }

  @Override
  public List<Stored<RunRecord>> unfinishedRuns(String targetId) {
    return calls.call(
        Port.STORE_UNFINISHED_RUNS,
        () -> allRuns(targetId).stream().filter(run -> !run.record().phase().isEnd()).toList());
  }

  @Override
  public List<Stored<ChunkRecord>> chunks(RunId run) {
    return calls.call(
        Port.STORE_CHUNKS,
        () ->
            all(ChunkRecord.class).stream()
                .filter(chunk -> chunk.record().run().equals(run))
                .sorted((a, b) -> Integer.compare(a.record().chunk(), b.record().chunk()))
                .toList());
  }

  @Override
  public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
    return calls.call(
        Port.PUBLICATION_READ,
        () -> {
          synchronized (this) {
            return Optional.ofNullable(publications.get(run))
                .filter(stored -> stored.record().targetId().equals(targetId));
          }
        });
  }

  @Override
  public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
    return calls.call(
        Port.PUBLICATION_UNSETTLED,
        () -> {
          synchronized (this) {
            return publications.values().stream()
                .filter(stored -> stored.record().targetId().equals(targetId))
                .filter(stored -> !stored.record().status().isSettled())
                .toList();
          }
        });
  }

  @Override
  public Stored<PublicationRecord> save(
      Lease lease, PublicationRecord record, long expectedRevision) {
    requireTarget(lease, record.targetId());
    return calls.call(Port.PUBLICATION_SAVE, () -> saveNow(lease, record, expectedRevision));
  }

  private synchronized Stored<PublicationRecord> saveNow(
      Lease lease, PublicationRecord record, long expectedRevision) {
    requireCurrent(lease);
    Stored<PublicationRecord> prior = publications.get(record.intent().run());
    requireRevision(prior, expectedRevision);
    Stored<PublicationRecord> stored = new Stored<>(record, expectedRevision + 1);
    publications.put(record.intent().run(), stored);
    return stored;
  }

  @Override
  public List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes) {
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a commit has at least one change");
    }
    changes.forEach(change -> requireTarget(lease, change.record().targetId()));
    return calls.call(Port.STORE_COMMIT, () -> commitNow(lease, changes));
  }

  private synchronized List<Stored<JournalRecord>> commitNow(Lease lease, List<Change> changes) {
    requireCurrent(lease);
    Map<List<Object>, Stored<JournalRecord>> written = new LinkedHashMap<>();
    List<Stored<JournalRecord>> stored = new ArrayList<>();
    for (Change change : changes) {
      List<Object> key = key(change.record());
      Stored<JournalRecord> prior = written.getOrDefault(key, records.get(key));
      requireRevision(prior, change.expectedRevision());
      Stored<JournalRecord> next = new Stored<>(change.record(), change.expectedRevision() + 1);
      written.put(key, next);
      stored.add(next);
    }
    records.putAll(written);
    return stored;
  }

  /** Nothing is open. */
  @Override
  public void close() {}

  private static List<Object> key(JournalRecord record) {
    if (record instanceof InvocationRecord invocation) {
      return List.of("invocation", invocation.targetId(), invocation.invocationId());
    }
    if (record instanceof ChunkRecord chunk) {
      return List.of("chunk", chunk.run(), chunk.chunk());
    }
    return List.of("run", ((RunRecord) record).run());
  }

  private synchronized <R extends JournalRecord> Optional<Stored<R>> find(
      Class<R> type, List<Object> key) {
    return Optional.ofNullable(records.get(key))
        .map(stored -> new Stored<>(type.cast(stored.record()), stored.revision()));
  }

  private List<Stored<RunRecord>> allRuns(String targetId) {
    return all(RunRecord.class).stream()
        .filter(run -> run.record().targetId().equals(targetId))
        .toList();
  }

  private synchronized <R extends JournalRecord> List<Stored<R>> all(Class<R> type) {
    return records.values().stream()
        .filter(stored -> type.isInstance(stored.record()))
        .map(stored -> new Stored<>(type.cast(stored.record()), stored.revision()))
        .toList();
  }

  private boolean current(Lease lease) {
    Lease now = leases.get(lease.targetId());
    return now != null
        && now.owner().equals(lease.owner())
        && now.fencingToken() == lease.fencingToken()
        && clock.instant().isBefore(now.expiresAt());
  }

  private void requireCurrent(Lease lease) {
    if (!current(lease)) {
      throw new LeaseException(ErrorCode.LEASE_LOST, "The lease is not current; nothing written.");
    }
  }

  private static void requireRevision(Stored<?> prior, long expected) {
    long actual = prior == null ? 0 : prior.revision();
    if (actual != expected) {
      throw new RefusedException(
          ErrorCode.JOURNAL_CONFLICT, "Another revision is there; nothing was written.");
    }
  }

  private static void requireTarget(Lease lease, String targetId) {
    if (!Objects.requireNonNull(targetId).equals(lease.targetId())) {
      throw new IllegalArgumentException("a record is written under the lease of its own target");
    }
  }

  private static void requirePositive(Duration ttl) {
    if (ttl.isZero() || ttl.isNegative() || ttl.compareTo(Duration.ofDays(36_500)) > 0) {
      throw new IllegalArgumentException("a lease lasts for a positive time and ends");
    }
  }
}
