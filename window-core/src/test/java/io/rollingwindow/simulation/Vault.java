package io.rollingwindow.simulation;

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
import io.rollingwindow.spi.WindowStore.Change;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a store remembers of the one target, and the lease that every write is judged by. */
class Vault {

  private final Kernel kernel;
  private final Ledger ledger;

  private final Map<String, Stored<InvocationRecord>> invocations = new LinkedHashMap<>();
  private final Map<RunId, Stored<RunRecord>> runs = new LinkedHashMap<>();
  private final Map<RunId, Map<Integer, Stored<ChunkRecord>>> chunks = new LinkedHashMap<>();
  private final Map<RunId, Stored<PublicationRecord>> publications = new LinkedHashMap<>();

  private long lastToken;
  private String owner = "";
  private long expiresAt;
  private long touchedAt;

  Vault(Kernel kernel, Ledger ledger) {
    this.kernel = kernel;
    this.ledger = ledger;
  }

  Optional<Lease> acquire(String targetId, String asking, long ttlNanos) {
    if (kernel.now() < expiresAt) {
      return Optional.empty();
    }
    lastToken++;
    owner = asking;
    expiresAt = kernel.now() + ttlNanos;
    touchedAt = kernel.now();
    ledger.add(new Event.LeaseGranted(lastToken, expiresAt));
    return Optional.of(lease(targetId));
  }

  Lease renew(Lease lease, long ttlNanos) {
    requireCurrent(lease);
    expiresAt = kernel.now() + ttlNanos;
    touchedAt = kernel.now();
    ledger.add(new Event.LeaseRenewed(lastToken, expiresAt));
    return lease(lease.targetId());
  }

  void release(Lease lease) {
    if (isCurrent(lease)) {
      expire();
    }
  }

  /** Ends whatever lease there is. */
  void expire() {
    expiresAt = 0;
    ledger.add(new Event.LeaseEnded(lastToken));
  }

  /** When a lease was last granted or renewed. */
  long touchedAt() {
    return touchedAt;
  }

  boolean isCurrent(Lease lease) {
    return lease.fencingToken() == lastToken
        && lease.owner().equals(owner)
        && kernel.now() < expiresAt;
  }

  void requireCurrent(Lease lease) {
    if (!isCurrent(lease)) {
      throw new LeaseException(ErrorCode.LEASE_LOST, "The lease is not current.");
    }
  }

  private Lease lease(String targetId) {
    return new Lease(targetId, owner, lastToken, VirtualScheduling.instant(expiresAt));
  }

  Optional<Stored<InvocationRecord>> invocation(String id) {
    return Optional.ofNullable(invocations.get(id));
  }

  Optional<Stored<RunRecord>> run(RunId id) {
    return Optional.ofNullable(runs.get(id));
  }

  List<Stored<RunRecord>> runs() {
    List<Stored<RunRecord>> newestFirst = new ArrayList<>(runs.values());
    Collections.reverse(newestFirst);
    return newestFirst;
  }

  List<Stored<RunRecord>> unfinished() {
    return runs.values().stream().filter(run -> !run.record().phase().isEnd()).toList();
  }

  List<Stored<ChunkRecord>> chunks(RunId run) {
    return chunks.getOrDefault(run, Map.of()).values().stream()
        .sorted(Comparator.comparingInt(stored -> stored.record().chunk()))
        .toList();
  }

  List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes) {
    requireCurrent(lease);
    for (Change change : changes) {
      if (change.expectedRevision() != revision(change.record())) {
        throw conflict();
      }
    }
    List<Stored<JournalRecord>> written = new ArrayList<>();
    for (Change change : changes) {
      written.add(write(change.record(), change.expectedRevision() + 1, lease.fencingToken()));
    }
    return written;
  }

  private long revision(JournalRecord record) {
    Stored<?> stored;
    if (record instanceof InvocationRecord invocation) {
      stored = invocations.get(invocation.invocationId());
    } else if (record instanceof RunRecord run) {
      stored = runs.get(run.run());
    } else {
      ChunkRecord chunk = (ChunkRecord) record;
      stored = chunks.getOrDefault(chunk.run(), Map.of()).get(chunk.chunk());
    }
    return stored == null ? 0 : stored.revision();
  }

  private Stored<JournalRecord> write(JournalRecord record, long revision, long token) {
    if (record instanceof InvocationRecord invocation) {
      invocations.put(invocation.invocationId(), new Stored<>(invocation, revision));
    } else if (record instanceof RunRecord run) {
      runs.put(run.run(), new Stored<>(run, revision));
      ledger.add(
          new Event.RunStored(
              run.run().value(),
              run.invocationId(),
              run.plan().source().snapshot(),
              run.phase(),
              token,
              kernel.now()));
    } else {
      ChunkRecord chunk = (ChunkRecord) record;
      chunks
          .computeIfAbsent(chunk.run(), run -> new LinkedHashMap<>())
          .put(chunk.chunk(), new Stored<>(chunk, revision));
      ledger.add(
          new Event.ChunkStored(
              chunk.run().value(), chunk.chunk(), chunk.attempts(), token, kernel.now()));
    }
    return new Stored<>(record, revision);
  }

  Optional<Stored<PublicationRecord>> publication(RunId run) {
    return Optional.ofNullable(publications.get(run));
  }

  List<Stored<PublicationRecord>> unsettled() {
    return publications.values().stream()
        .filter(stored -> !stored.record().status().isSettled())
        .toList();
  }

  Stored<PublicationRecord> save(Lease lease, PublicationRecord record, long expectedRevision) {
    requireCurrent(lease);
    RunId run = record.intent().run();
    long revision = publication(run).map(Stored::revision).orElse(0L);
    if (revision != expectedRevision) {
      throw conflict();
    }
    Stored<PublicationRecord> stored = new Stored<>(record, revision + 1);
    publications.put(run, stored);
    ledger.add(
        new Event.PublicationStored(
            run.value(),
            record.intent().generationUuid(),
            record.status(),
            lease.fencingToken(),
            kernel.now()));
    return stored;
  }

  private static RefusedException conflict() {
    return new RefusedException(ErrorCode.JOURNAL_CONFLICT, "Another revision is there.");
  }
}
