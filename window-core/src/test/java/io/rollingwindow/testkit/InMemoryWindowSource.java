package io.rollingwindow.testkit;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.WindowSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** A table in memory that can be changed while snapshots of it are read. */
public final class InMemoryWindowSource implements WindowSource {

  private final PortCalls calls;
  private final List<TestRow> rows = new ArrayList<>();
  private final Map<SourceIdentity, List<TestRow>> kept = new HashMap<>();
  private final Set<Snapshot> open = ConcurrentHashMap.newKeySet();
  private volatile Consumer<TestRow> onRow = row -> {};
  private volatile boolean reopenable;
  private volatile boolean expired;
  private int opened;

  /**
   * An empty table.
   *
   * @param calls what every call goes through
   */
  public InMemoryWindowSource(PortCalls calls) {
    this.calls = calls;
  }

  /**
   * Adds rows.
   *
   * @param added the rows
   */
  public synchronized void add(TestRow... added) {
    rows.addAll(List.of(added));
  }

  /** Lets snapshots outlive the call that opened them. */
  public void keepSnapshots() {
    reopenable = true;
  }

  /**
   * Ends or restores every snapshot.
   *
   * @param gone whether they are gone
   */
  public void expire(boolean gone) {
    expired = gone;
  }

  /**
   * Called on the reading thread before each row.
   *
   * @param hook what is done; it may block
   */
  public void onRow(Consumer<TestRow> hook) {
    onRow = hook;
  }

  /**
   * How many snapshots are open.
   *
   * @return those that were not closed
   */
  public int openSnapshots() {
    return open.size();
  }

  @Override
  public SourcePreflight preflight(WindowRequest request) {
    return calls.call(
        Port.SOURCE_PREFLIGHT,
        () -> new SourcePreflight(List.of(), OptionalLong.of(copy().size()), OptionalLong.empty()));
  }

  @Override
  public SourceSnapshot open(WindowRequest request) {
    return opened(calls.call(Port.SOURCE_OPEN, this::openNow));
  }

  private synchronized Snapshot openNow() {
    SourceIdentity identity = new SourceIdentity("memory", "db", "events", "snapshot-" + ++opened);
    kept.put(identity, copy());
    return snapshot(identity);
  }

  @Override
  public Optional<SourceSnapshot> reopen(WindowRequest request, SourceIdentity identity) {
    Optional<Snapshot> reopened =
        calls.call(
            Port.SOURCE_REOPEN,
            () -> {
              synchronized (this) {
                return reopenable && kept.containsKey(identity)
                    ? Optional.of(snapshot(identity))
                    : Optional.empty();
              }
            });
    return reopened.map(this::opened);
  }

  private Snapshot snapshot(SourceIdentity identity) {
    return new Snapshot(identity, kept.get(identity));
  }

  /** Counts what the caller has got: whoever could not hand it over has closed it. */
  private Snapshot opened(Snapshot snapshot) {
    open.add(snapshot);
    return snapshot;
  }

  private synchronized List<TestRow> copy() {
    return List.copyOf(rows);
  }

  private final class Snapshot implements SourceSnapshot {

    private final SourceIdentity identity;
    private final List<TestRow> content;

    Snapshot(SourceIdentity identity, List<TestRow> content) {
      this.identity = identity;
      this.content = content;
    }

    @Override
    public SourceIdentity identity() {
      return identity;
    }

    @Override
    public void assertAlive() {
      calls.run(Port.SNAPSHOT_ALIVE, this::requireAlive);
    }

    private void requireAlive() {
      if (expired || !open.contains(this)) {
        throw new SnapshotExpiredException(ErrorCode.SNAPSHOT_EXPIRED, "The snapshot is gone.");
      }
    }

    @Override
    public List<SourceSlice> slices(Chunk chunk, int limit) {
      return calls.call(Port.SNAPSHOT_SLICES, () -> divide(chunk, limit));
    }

    private List<SourceSlice> divide(Chunk chunk, int limit) {
      List<TestRow> inside =
          content.stream()
              .filter(row -> row.micros() != null && chunk.interval().contains(row.micros()))
              .toList();
      int parts = Math.max(1, Math.min(limit, inside.size()));
      List<SourceSlice> slices = new ArrayList<>();
      for (int part = 0; part < parts; part++) {
        List<TestRow> own =
            inside.subList(inside.size() * part / parts, inside.size() * (part + 1) / parts);
        slices.add((rows, cancellation) -> read(own, rows, cancellation));
      }
      return slices;
    }

    private void read(List<TestRow> own, RowEncoder encoder, CancellationToken cancellation) {
      calls.run(
          Port.SLICE_READ,
          () -> {
            requireAlive();
            for (TestRow row : own) {
              onRow.accept(row);
              cancellation.throwIfCancelled();
              TestRows.put(encoder, row);
            }
          });
    }

    @Override
    public void close() {
      open.remove(this);
      calls.run(Port.SNAPSHOT_CLOSE, () -> {});
    }
  }
}
