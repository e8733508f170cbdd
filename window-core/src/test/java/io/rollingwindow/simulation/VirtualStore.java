package io.rollingwindow.simulation;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.simulation.Wire.Port;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The store as one process sees it. */
final class VirtualStore implements WindowStore {

  private final Vault vault;
  private final Wire wire;

  VirtualStore(Vault vault, Wire wire) {
    this.vault = vault;
    this.wire = wire;
  }

  private <T> T look(String name, Wire.Effect<T> effect) {
    return wire.look(Port.STORE, name, effect);
  }

  private <T> T change(String name, Wire.Effect<T> effect) {
    return wire.change(Port.STORE, name, name, () -> {}, effect);
  }

  @Override
  public Optional<Lease> acquire(String targetId, String owner, Duration ttl) {
    return change("store.acquire", () -> vault.acquire(targetId, owner, ttl.toNanos()));
  }

  @Override
  public Lease renew(Lease lease, Duration ttl) {
    return change("store.renew", () -> vault.renew(lease, ttl.toNanos()));
  }

  @Override
  public void release(Lease lease) {
    change(
        "store.release",
        () -> {
          vault.release(lease);
          return true;
        });
  }

  @Override
  public boolean isCurrent(Lease lease) {
    return look("store.isCurrent", () -> vault.isCurrent(lease));
  }

  @Override
  public Optional<Stored<InvocationRecord>> invocation(String targetId, String invocationId) {
    return look("store.invocation", () -> vault.invocation(invocationId));
  }

  @Override
  public Optional<Stored<RunRecord>> run(RunId run) {
    return look("store.run", () -> vault.run(run));
  }

  @Override
  public List<Stored<RunRecord>> runs(String targetId) {
    return look("store.runs", vault::runs);
  }

  @Override
  public List<Stored<RunRecord>> unfinishedRuns(String targetId) {
    return look("store.unfinishedRuns", vault::unfinished);
  }

  @Override
  public List<Stored<ChunkRecord>> chunks(RunId run) {
    return look("store.chunks", () -> vault.chunks(run));
  }

  @Override
  public List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes) {
    return change("store.commit", () -> vault.commit(lease, changes));
  }

  @Override
  public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
    return look("store.publication", () -> vault.publication(run));
  }

  @Override
  public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
    return look("store.unsettledPublications", vault::unsettled);
  }

  @Override
  public Stored<PublicationRecord> save(
      Lease lease, PublicationRecord record, long expectedRevision) {
    return change("store.save", () -> vault.save(lease, record, expectedRevision));
  }

  @Override
  public void close() {}
}
