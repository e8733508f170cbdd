package io.rollingwindow.clickhouse;

import io.rollingwindow.clickhouse.internal.DurableFiles;
import io.rollingwindow.clickhouse.internal.PublicationFile;
import io.rollingwindow.clickhouse.internal.PublicationFile.Head;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.Stored;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Publication records as files, one for each run, where an application wants them beside the target
 * instead of in its store.
 *
 * <p>Safe for many threads and many processes on one durable, local file system: a write happens
 * under a file lock, replaces its file whole by a rename, and has forced file and directory to disk
 * before it returns. A file store grants no leases; it refuses one that has expired by the clock,
 * and one whose fencing token is smaller than the largest that it has seen for the target. A record
 * that does not read as one of ours, to the last bit, is refused and left as it is.
 *
 * <p>Listing what is unsettled reads every record of the target.
 */
public final class FileWindowMetadataStore implements PublicationRecords {

  private final Path directory;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();

  private FileWindowMetadataStore(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Opens the records of a directory, which is made when it is absent.
   *
   * @param directory on a durable, local file system
   * @return the store; there is nothing to close
   * @throws RefusedException when the directory cannot be used
   */
  public static FileWindowMetadataStore open(Path directory) {
    return open(directory, InstantSource.system());
  }

  /**
   * Opens the records of a directory by a clock.
   *
   * @param directory on a durable, local file system
   * @param clock by which leases expire
   * @return the store; there is nothing to close
   * @throws RefusedException when the directory cannot be used
   */
  public static FileWindowMetadataStore open(Path directory, InstantSource clock) {
    Path absolute = directory.toAbsolutePath();
    try {
      DurableFiles.createDirectories(absolute);
    } catch (IOException e) {
      throw new RefusedException(
          ErrorCode.STORE_UNSUITABLE,
          "The directory for publication records cannot be made or forced to disk. Nothing was"
              + " written; choose a durable, local directory.",
          e);
    }
    return new FileWindowMetadataStore(absolute, Objects.requireNonNull(clock, "clock"));
  }

  @Override
  public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
    return read(PublicationFile.of(directory, targetId).record(run), targetId)
        .map(PublicationFile.Entry::stored);
  }

  @Override
  public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
    return entries(targetId).stream()
        .filter(entry -> !entry.stored().record().status().isSettled())
        .map(PublicationFile.Entry::stored)
        .toList();
  }

  @Override
  public Stored<PublicationRecord> save(
      Lease lease, PublicationRecord record, long expectedRevision) {
    if (!lease.targetId().equals(record.targetId())) {
      throw new IllegalArgumentException("the record belongs to another target than the lease");
    }
    PublicationFile place = PublicationFile.of(directory, record.targetId());
    lock.lock();
    try {
      return place.exclusively(() -> saved(place, lease, record, expectedRevision));
    } catch (IOException e) {
      throw unavailable(e);
    } finally {
      lock.unlock();
    }
  }

  private Stored<PublicationRecord> saved(
      PublicationFile place, Lease lease, PublicationRecord record, long expectedRevision)
      throws IOException {
    Head head = requireCurrent(lease, place);
    Path file = place.record(record.intent().run());
    Optional<PublicationFile.Entry> prior = read(file, record.targetId());
    long revision = prior.map(entry -> entry.stored().revision()).orElse(0L);
    if (revision != expectedRevision) {
      throw new RefusedException(
          ErrorCode.JOURNAL_CONFLICT,
          "The publication record of run "
              + record.intent().run()
              + " is at revision "
              + revision
              + " instead of "
              + expectedRevision
              + ". Nothing was written; read it again.");
    }
    long sequence = prior.map(PublicationFile.Entry::sequence).orElse(head.sequence() + 1);
    place.write(new Head(lease.fencingToken(), Math.max(sequence, head.sequence())), head);
    Stored<PublicationRecord> stored = new Stored<>(record, revision + 1);
    place.write(new PublicationFile.Entry(stored, sequence));
    return stored;
  }

  private Head requireCurrent(Lease lease, PublicationFile place) throws IOException {
    Head head = place.head();
    if (!clock.instant().isBefore(lease.expiresAt())
        || lease.fencingToken() < head.fencingToken()) {
      throw new LeaseException(
          ErrorCode.LEASE_LOST,
          "The lease has expired or a newer one has written. The publication record was not"
              + " changed.");
    }
    return head;
  }

  private List<PublicationFile.Entry> entries(String targetId) {
    try {
      List<PublicationFile.Entry> entries = new ArrayList<>();
      for (Path file : PublicationFile.of(directory, targetId).records()) {
        read(file, targetId).ifPresent(entries::add);
      }
      entries.sort(Comparator.comparingLong(PublicationFile.Entry::sequence));
      return entries;
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private static Optional<PublicationFile.Entry> read(Path file, String targetId) {
    try {
      return Files.exists(file)
          ? Optional.of(PublicationFile.read(file, targetId))
          : Optional.empty();
    } catch (IOException e) {
      throw unavailable(e);
    }
  }

  private static RefusedException unavailable(Exception cause) {
    return new RefusedException(
        ErrorCode.STORE_UNAVAILABLE,
        "The publication records could not be read or written. Nothing further was done; call again"
            + " with the same invocation id once the disk can be used.",
        cause);
  }
}
