package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The durable memory of one or many targets: leases, invocations, runs and chunks. Whatever it has
 * acknowledged survives a crash of the process and of the machine.
 *
 * <p>Every write names the lease it is made under and is refused, as a whole, when that lease is
 * not the current, unexpired one of its target: a process that lost its lease writes nothing. Every
 * write of a record names the revision it replaces and is refused when another is there.
 *
 * <p>Safe for many threads and many processes.
 */
public interface WindowStore extends PublicationRecords, AutoCloseable {

  /**
   * Takes the lease of a target that nobody holds, or whose holder's lease has expired. Of several
   * that ask at once, whether under one owner's name or several, one gets it.
   *
   * @param targetId the target
   * @param owner who asks; unique to one running call
   * @param ttl how long it lasts unless renewed; positive
   * @return the lease with a fresh fencing token, or empty when it is held
   * @throws IllegalArgumentException when the duration is not positive or has no end
   */
  Optional<Lease> acquire(String targetId, String owner, Duration ttl);

  /**
   * Extends a lease that is current and has not expired. An expired one is never revived.
   *
   * @param lease the lease as last seen
   * @param ttl how long it lasts from now unless renewed; positive
   * @return the lease with its new end
   * @throws io.rollingwindow.error.LeaseException when it is expired or no longer current
   * @throws IllegalArgumentException when the duration is not positive or has no end
   */
  Lease renew(Lease lease, Duration ttl);

  /**
   * Gives a lease back. Harmless when it is no longer current.
   *
   * @param lease the lease as last seen
   */
  void release(Lease lease);

  /**
   * Checks a lease without changing it.
   *
   * @param lease the lease as last seen
   * @return true when it is current and has not expired
   */
  boolean isCurrent(Lease lease);

  /**
   * The invocation under which a run was registered.
   *
   * @param targetId the target
   * @param invocationId the caller's id
   * @return the record, if there is one
   */
  Optional<Stored<InvocationRecord>> invocation(String targetId, String invocationId);

  /**
   * One run.
   *
   * @param run its id
   * @return the record, if there is one
   */
  Optional<Stored<RunRecord>> run(RunId run);

  /**
   * All runs of a target, the newest first.
   *
   * @param targetId the target
   * @return every run ever registered for it
   */
  List<Stored<RunRecord>> runs(String targetId);

  /**
   * The runs of a target whose phase is not an end, the oldest first. Its cost follows their
   * number, not the length of the target's history.
   *
   * @param targetId the target
   * @return runs that are under way, were abandoned by their process, or owe evidence or state
   */
  List<Stored<RunRecord>> unfinishedRuns(String targetId);

  /**
   * The chunks of a run that were begun, in the order of their index.
   *
   * @param run its id
   * @return a record for every chunk that an attempt was started for
   */
  List<Stored<ChunkRecord>> chunks(RunId run);

  /**
   * Writes records, all or none.
   *
   * @param lease the lease the write is made under
   * @param changes the records, at least one, each for the lease's target
   * @return the records as stored, in the same order
   * @throws io.rollingwindow.error.LeaseException when the lease is not current
   * @throws io.rollingwindow.error.RefusedException with {@code JOURNAL_CONFLICT} when a revision
   *     is not the expected one
   */
  List<Stored<JournalRecord>> commit(Lease lease, List<Change> changes);

  @Override
  void close();

  /**
   * One record to write.
   *
   * @param record what to write
   * @param expectedRevision the revision it replaces; 0 to create it
   */
  record Change(JournalRecord record, long expectedRevision) {

    /**
     * Checks the revision.
     *
     * @throws IllegalArgumentException when it is negative
     */
    public Change {
      Objects.requireNonNull(record, "record");
      if (expectedRevision < 0) {
        throw new IllegalArgumentException("a revision is counted from 1; 0 creates");
      }
    }

    /**
     * A record that must not exist yet.
     *
     * @param record what to write
     * @return the change
     */
    public static Change create(JournalRecord record) {
      return new Change(record, 0);
    }

    /**
     * A record that replaces one that was read.
     *
     * @param prior what was read
     * @param record what to write
     * @return the change
     */
    public static Change replace(Stored<? extends JournalRecord> prior, JournalRecord record) {
      return new Change(record, prior.revision());
    }
  }
}
