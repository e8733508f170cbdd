package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import java.util.List;
import java.util.Optional;

/**
 * The durable records of publications: one for each run that came to send an EXCHANGE. Kept by the
 * {@link WindowStore}, or beside it where an application wants them elsewhere.
 *
 * <p>A record is durable before {@link #save} returns, and is replaced whole or not at all.
 */
public interface PublicationRecords {

  /**
   * The publication of a run.
   *
   * @param targetId the target
   * @param run the run
   * @return the record, if the run came that far
   */
  Optional<Stored<PublicationRecord>> publication(String targetId, RunId run);

  /**
   * Publications of a target whose outcome is not settled.
   *
   * @param targetId the target
   * @return those that are intended or unknown, the oldest first
   */
  List<Stored<PublicationRecord>> unsettledPublications(String targetId);

  /**
   * Writes a record.
   *
   * @param lease the lease the write is made under
   * @param record what to write
   * @param expectedRevision the revision it replaces; 0 to create it
   * @return the record as stored
   * @throws io.rollingwindow.error.LeaseException when the lease is not current
   * @throws io.rollingwindow.error.RefusedException with {@code JOURNAL_CONFLICT} when the revision
   *     is not the expected one
   */
  Stored<PublicationRecord> save(Lease lease, PublicationRecord record, long expectedRevision);
}
