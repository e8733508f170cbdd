package io.rollingwindow.testkit;

import static io.rollingwindow.testkit.SampleRecords.TARGET_ID;
import static io.rollingwindow.testkit.SampleRecords.publication;
import static io.rollingwindow.testkit.SampleRecords.runId;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationRecord.Status;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.Stored;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every {@link PublicationRecords} promises. Extend it and hand over yours. */
public abstract class PublicationRecordsContract {

  /**
   * The same records, empty before each test.
   *
   * @return the records
   */
  protected abstract PublicationRecords records();

  /**
   * A current lease of the sample target.
   *
   * @return the same one within a test
   */
  protected abstract Lease lease();

  /**
   * A lease of the sample target that these records can know not to be current.
   *
   * @return unless overridden, one that nobody was ever given
   */
  protected Lease staleLease() {
    return new Lease(TARGET_ID, "another owner", lease().fencingToken() + 1, Instant.MAX);
  }

  private static void assertRefused(ErrorCode code, Runnable call) {
    assertEquals(code, assertThrows(RefusedException.class, call::run).code());
  }

  @ParameterizedTest
  @EnumSource(PublicationRecord.Status.class)
  final void aPublicationIsReplacedByRevisionAndListedUntilItIsSettled(Status status) {
    Lease lease = lease();
    Stored<PublicationRecord> intended = records().save(lease, publication(1, Status.INTENDED), 0);
    assertEquals(List.of(intended), records().unsettledPublications(TARGET_ID));
    assertRefused(
        ErrorCode.JOURNAL_CONFLICT,
        () -> records().save(lease, publication(1, Status.INTENDED), 0));

    Stored<PublicationRecord> next = records().save(lease, publication(1, status), 1);
    assertEquals(Optional.of(next), records().publication(TARGET_ID, runId(1)));
    assertEquals(
        status.isSettled() ? List.of() : List.of(next), records().unsettledPublications(TARGET_ID));
    assertRefused(
        ErrorCode.JOURNAL_CONFLICT, () -> records().save(lease, publication(1, status), 1));
  }

  @Test
  final void unsettledPublicationsAreListedFromTheOldest() {
    Lease lease = lease();
    for (int number : new int[] {3, 1, 2}) {
      records().save(lease, publication(number, Status.INTENDED), 0);
    }

    assertEquals(
        List.of(runId(3), runId(1), runId(2)),
        records().unsettledPublications(TARGET_ID).stream()
            .map(stored -> stored.record().intent().run())
            .toList());
  }

  @Test
  final void aLeaseThatIsNotCurrentWritesNothing() {
    Lease stale = staleLease();

    assertThrows(
        LeaseException.class, () -> records().save(stale, publication(1, Status.INTENDED), 0));
    assertEquals(Optional.empty(), records().publication(TARGET_ID, runId(1)));
  }

  @Test
  final void aPublicationOfAnotherTargetIsNotFound() {
    records().save(lease(), publication(1, Status.INTENDED), 0);

    assertEquals(Optional.empty(), records().publication("another target", runId(1)));
    assertEquals(List.of(), records().unsettledPublications("another target"));
  }
}
