package io.rollingwindow.sqlite;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.sqlite.internal.FilePlace;
import io.rollingwindow.sqlite.internal.Leases;
import io.rollingwindow.sqlite.internal.RecordTable;
import io.rollingwindow.sqlite.internal.SqliteFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Leases, invocations, journal and publications of any number of targets in one SQLite file on a
 * local disk.
 *
 * <p>Every write is one transaction that is forced to disk before it returns, checks its lease
 * inside, and leaves nothing behind when it is refused or fails. Processes of one machine may share
 * the file; who writes waits for the others, at most the busy timeout, and is refused with {@code
 * STORE_UNAVAILABLE} after that. A file on a network or user-space file system, in a place that
 * cannot be written, of another application or of a later release is refused with {@code
 * STORE_UNSUITABLE} and left as it is, and so is a build of SQLite whose write-ahead log may lose
 * what it acknowledged. A record that does not read exactly as one of ours is refused with {@code
 * JOURNAL_CORRUPT}.
 *
 * <p>Whether a lease has expired is judged by the store's clock, so processes that share a file
 * should share a clock; those of one machine do.
 */
public final class SqliteWindowStore implements WindowStore {

  private final SqliteFile file;
  private final InstantSource clock;

  private SqliteWindowStore(SqliteFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /**
   * Opens a store with the defaults of {@link #builder}.
   *
   * @param file where it is; created where it does not exist, in a directory that does
   * @return the store; the caller closes it
   * @throws io.rollingwindow.error.RefusedException when the file cannot serve; it is left as it is
   */
  public static SqliteWindowStore open(Path file) {
    return builder(file).open();
  }

  /**
   * Starts to describe a store. Defaults: a write-ahead log, a busy timeout of 10 s, the system's
   * clock.
   *
   * @param file where it is; created where it does not exist, in a directory that does
   * @return a builder, for one thread
   */
  public static Builder builder(Path file) {
    return new Builder(file);
  }

  @Override
  public Optional<Lease> acquire(String targetId, String owner, Duration ttl) {
    Objects.requireNonNull(targetId, "targetId");
    Objects.requireNonNull(owner, "owner");
    requirePositive(ttl);
    return file.write(
        connection -> {
          Instant now = clock.instant();
          return Leases.acquire(connection, targetId, owner, now, end(now, ttl));
        });
  }

  @Override
  public Lease renew(Lease lease, Duration ttl) {
    requirePositive(ttl);
    return file.write(
        connection -> {
          Instant now = clock.instant();
          Instant end = end(now, ttl);
          if (!Leases.extend(connection, lease, now, end)) {
            throw Leases.lost(lease);
          }
          return new Lease(lease.targetId(), lease.owner(), lease.fencingToken(), end);
        });
  }

  @Override
  public void release(Lease lease) {
    file.write(
        connection -> {
          Instant now = clock.instant();
          return Leases.extend(connection, lease, now, now);
        });
  }

  @Override
  public boolean isCurrent(Lease lease) {
    return file.read(connection -> Leases.isCurrent(connection, lease, clock.instant()));
  }

  @Override
  public Optional<Stored<InvocationRecord>> invocation(String targetId, String invocationId) {
    return first(
        RecordTable.INVOCATIONS, "target_id = ? AND invocation_id = ?", targetId, invocationId);
  }

  @Override
  public Optional<Stored<RunRecord>> run(RunId run) {
    return first(RecordTable.RUNS, "run_id = ?", run.value());
  }

  @Override
  public List<Stored<RunRecord>> runs(String targetId) {
    return all(RecordTable.RUNS, "target_id = ? ORDER BY seq DESC", targetId);
  }

  @Override
  public List<Stored<RunRecord>> unfinishedRuns(String targetId) {
    return all(RecordTable.RUNS, "target_id = ? AND ended = 0 ORDER BY seq", targetId);
  }

  @Override
  public List<Stored<ChunkRecord>> chunks(RunId run) {
    return all(RecordTable.CHUNKS, "run_id = ? ORDER BY chunk", run.value());
  }

  @Override
  public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
    return first(RecordTable.PUBLICATIONS, "run_id = ? AND target_id = ?", run.value(), targetId);
  }

  @Override
  public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
    return all(RecordTable.PUBLICATIONS, "target_id = ? AND settled = 0 ORDER BY seq", targetId);
  }

  @Override
  public Stored<PublicationRecord> save(
      Lease lease, PublicationRecord record, long expectedRevision) {
    requireTarget(lease, record.targetId());
    if (expectedRevision < 0) {
      throw new IllegalArgumentException("a revision is counted from 1; 0 creates");
    }
    return file.write(
        connection -> {
          Leases.require(connection, lease, clock.instant());
          return RecordTable.PUBLICATIONS.write(connection, record, expectedRevision);
        });
  }

  @Override
  public List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes) {
    if (changes.isEmpty()) {
      throw new IllegalArgumentException("a commit has at least one change");
    }
    changes.forEach(change -> requireTarget(lease, change.record().targetId()));
    return file.write(
        connection -> {
          Leases.require(connection, lease, clock.instant());
          List<Stored<JournalRecord>> stored = new ArrayList<>(changes.size());
          for (Change change : changes) {
            stored.add(write(connection, change));
          }
          return stored;
        });
  }

  private static Stored<JournalRecord> write(Connection connection, Change change)
      throws SQLException {
    long revision = change.expectedRevision();
    if (change.record() instanceof ChunkRecord chunk) {
      return widen(RecordTable.CHUNKS.write(connection, chunk, revision));
    }
    if (change.record() instanceof RunRecord run) {
      return widen(RecordTable.RUNS.write(connection, run, revision));
    }
    return widen(
        RecordTable.INVOCATIONS.write(connection, (InvocationRecord) change.record(), revision));
  }

  private static Stored<JournalRecord> widen(Stored<? extends JournalRecord> stored) {
    return new Stored<>(stored.record(), stored.revision());
  }

  private <R> Optional<Stored<R>> first(RecordTable<R> table, String condition, Object... values) {
    return all(table, condition, values).stream().findFirst();
  }

  private <R> List<Stored<R>> all(RecordTable<R> table, String condition, Object... values) {
    return file.read(connection -> table.select(connection, condition, values));
  }

  private static void requireTarget(Lease lease, String targetId) {
    if (!lease.targetId().equals(targetId)) {
      throw new IllegalArgumentException("a record is written under the lease of its own target");
    }
  }

  private static void requirePositive(Duration ttl) {
    if (ttl.isZero() || ttl.isNegative()) {
      throw new IllegalArgumentException("a lease lasts for a positive time");
    }
  }

  private static Instant end(Instant now, Duration ttl) {
    try {
      Instant end = now.plus(ttl).truncatedTo(ChronoUnit.MICROS);
      WindowInterval.micros(end);
      return end;
    } catch (ArithmeticException | DateTimeException | IllegalArgumentException e) {
      throw new IllegalArgumentException("a lease must end", e);
    }
  }

  /** Closes the file. Leases stay as they are and expire by themselves. */
  @Override
  public void close() {
    file.close();
  }

  /** How SQLite makes a transaction durable. */
  public enum JournalMode {
    /** A write-ahead log beside the file, forced at every commit. */
    WRITE_AHEAD_LOG,
    /** A rollback journal, forced and deleted at every commit; serves every build of SQLite. */
    ROLLBACK
  }

  /** Describes a store. For one thread. */
  public static final class Builder {

    private final Path path;
    private JournalMode journalMode = JournalMode.WRITE_AHEAD_LOG;
    private Duration busyTimeout = Duration.ofSeconds(10);
    private InstantSource clock = InstantSource.system();
    private FilePlace.TypeOf fileSystems = FilePlace.TypeOf.MACHINE;
    private long maxPages;

    private Builder(Path path) {
      this.path = Objects.requireNonNull(path, "file");
    }

    /**
     * Sets how transactions are made durable.
     *
     * @param mode the mode
     * @return this builder
     */
    public Builder journalMode(JournalMode mode) {
      this.journalMode = Objects.requireNonNull(mode, "mode");
      return this;
    }

    /**
     * Sets how long a call waits for another process that writes.
     *
     * @param timeout positive, shorter than a third of the leases kept here
     * @return this builder
     * @throws IllegalArgumentException when it is shorter than a millisecond
     */
    public Builder busyTimeout(Duration timeout) {
      if (timeout.toMillis() < 1) {
        throw new IllegalArgumentException("a busy timeout lasts at least a millisecond");
      }
      this.busyTimeout = timeout;
      return this;
    }

    /**
     * Sets the clock by which leases expire.
     *
     * @param clock the clock
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    Builder fileSystems(FilePlace.TypeOf typeOf) {
      this.fileSystems = typeOf;
      return this;
    }

    Builder maxPages(long pages) {
      this.maxPages = pages;
      return this;
    }

    /**
     * Opens the store.
     *
     * @return the store; the caller closes it
     * @throws io.rollingwindow.error.RefusedException when the file cannot serve; it is left as it
     *     is
     */
    public SqliteWindowStore open() {
      SqliteFile.Options options =
          new SqliteFile.Options(
              journalMode == JournalMode.WRITE_AHEAD_LOG, busyTimeout, fileSystems, maxPages);
      return new SqliteWindowStore(SqliteFile.open(path, options), clock);
    }
  }
}
