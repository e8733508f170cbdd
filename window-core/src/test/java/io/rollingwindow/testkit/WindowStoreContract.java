package io.rollingwindow.testkit;

import static io.rollingwindow.testkit.SampleRecords.TARGET_ID;
import static io.rollingwindow.testkit.SampleRecords.begun;
import static io.rollingwindow.testkit.SampleRecords.invocation;
import static io.rollingwindow.testkit.SampleRecords.planned;
import static io.rollingwindow.testkit.SampleRecords.publication;
import static io.rollingwindow.testkit.SampleRecords.run;
import static io.rollingwindow.testkit.SampleRecords.runId;
import static io.rollingwindow.testkit.SampleRecords.verified;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord.Status;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowStore.Change;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link WindowStore} promises. Extend it and open yours. */
public abstract class WindowStoreContract {

  private static final Duration TTL = Duration.ofSeconds(30);

  /** The clock that the store must go by. */
  protected final TestClock clock = new TestClock();

  private WindowStore store;

  /**
   * Opens a store over the same empty or filled memory each time within one test.
   *
   * @param by the clock by which leases expire
   * @return an open store
   * @throws Exception when it cannot be opened
   */
  protected abstract WindowStore open(InstantSource by) throws Exception;

  @BeforeEach
  final void openStore() throws Exception {
    store = open(clock);
  }

  @AfterEach
  final void closeStore() {
    store.close();
  }

  private Lease lease() {
    return store.acquire(TARGET_ID, "owner-1", TTL).orElseThrow();
  }

  private static void assertRefused(ErrorCode code, Runnable call) {
    assertEquals(code, assertThrows(RefusedException.class, call::run).code());
  }

  @Test
  final void theFirstLeaseHasTokenOneAndEndsAfterItsTime() {
    Lease lease = lease();

    assertEquals(1, lease.fencingToken());
    assertEquals(clock.instant().plus(TTL), lease.expiresAt());
    assertTrue(store.isCurrent(lease));
  }

  @Test
  final void aHeldLeaseIsGivenToNobodyNotEvenToItsOwnersName() {
    lease();

    assertEquals(Optional.empty(), store.acquire(TARGET_ID, "owner-2", TTL));
    assertEquals(Optional.empty(), store.acquire(TARGET_ID, "owner-1", TTL));
  }

  @Test
  final void leasesOfTwoTargetsDoNotExcludeEachOther() {
    lease();

    assertTrue(store.acquire("another target", "owner-1", TTL).isPresent());
  }

  @Test
  final void ofManyThatAskAtOnceOneGetsTheLease() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Callable<Optional<Lease>> ask = () -> store.acquire(TARGET_ID, "one owner", TTL);
      int winners = 0;
      for (Future<Optional<Lease>> answer : threads.invokeAll(Collections.nCopies(8, ask))) {
        winners += answer.get().isPresent() ? 1 : 0;
      }
      assertEquals(1, winners);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  final void renewingMovesTheEndAndKeepsTheToken() {
    Lease lease = lease();
    clock.advance(TTL.minusNanos(1_000));
    Lease renewed = store.renew(lease, TTL);

    assertEquals(lease.fencingToken(), renewed.fencingToken());
    assertEquals(clock.instant().plus(TTL), renewed.expiresAt());
    assertTrue(store.isCurrent(lease));
  }

  @Test
  final void anExpiredLeaseIsNotRevivedFromItsVeryInstantOn() {
    Lease lease = lease();
    clock.advance(TTL);

    assertFalse(store.isCurrent(lease));
    assertThrows(LeaseException.class, () -> store.renew(lease, TTL));
    assertThrows(
        LeaseException.class, () -> store.commit(lease, List.of(Change.create(planned(1)))));
  }

  @Test
  final void aNewEpochHasALargerTokenAndFencesTheOldOne() {
    Lease old = lease();
    clock.advance(TTL);
    Lease fresh = store.acquire(TARGET_ID, "owner-1", TTL).orElseThrow();

    assertEquals(old.fencingToken() + 1, fresh.fencingToken());
    assertThrows(LeaseException.class, () -> store.renew(old, TTL));
    assertThrows(LeaseException.class, () -> store.commit(old, List.of(Change.create(planned(1)))));
    assertThrows(LeaseException.class, () -> store.save(old, publication(1, Status.INTENDED), 0));
    assertEquals(Optional.empty(), store.run(runId(1)));
    assertEquals(Optional.empty(), store.publication(TARGET_ID, runId(1)));
  }

  @Test
  final void aReleasedLeaseIsFreeAtOnceAndItsTokenIsUsedUp() {
    Lease lease = lease();
    store.release(lease);

    assertFalse(store.isCurrent(lease));
    assertEquals(2, store.acquire(TARGET_ID, "owner-2", TTL).orElseThrow().fencingToken());
  }

  @Test
  final void releasingAnOldLeaseLeavesTheNewOneAlone() {
    Lease old = lease();
    clock.advance(TTL);
    Lease fresh = store.acquire(TARGET_ID, "owner-2", TTL).orElseThrow();
    store.release(old);

    assertTrue(store.isCurrent(fresh));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MAX_VALUE})
  final void aLeaseLastsForAPositiveFiniteTime(long seconds) {
    Duration ttl = Duration.ofSeconds(seconds);
    Lease lease = lease();

    assertThrows(
        IllegalArgumentException.class, () -> store.acquire("another target", "owner", ttl));
    assertThrows(IllegalArgumentException.class, () -> store.renew(lease, ttl));
  }

  @Test
  final void aRecordIsCreatedOnceAndReplacedByRevision() {
    Lease lease = lease();
    Stored<JournalRecord> created = store.commit(lease, List.of(Change.create(planned(1)))).get(0);
    assertEquals(1, created.revision());
    assertRefused(
        ErrorCode.JOURNAL_CONFLICT, () -> store.commit(lease, List.of(Change.create(planned(1)))));

    RunRecord staging = run(1, RunPhase.STAGING);
    store.commit(lease, List.of(Change.replace(created, staging)));
    assertEquals(Optional.of(new Stored<>(staging, 2)), store.run(runId(1)));
    assertRefused(
        ErrorCode.JOURNAL_CONFLICT,
        () -> store.commit(lease, List.of(Change.replace(created, staging))));
    assertEquals(2, store.run(runId(1)).orElseThrow().revision());
  }

  @Test
  final void whatDoesNotExistIsNotReplaced() {
    assertRefused(
        ErrorCode.JOURNAL_CONFLICT,
        () -> store.commit(lease(), List.of(new Change(planned(1), 1))));
    assertEquals(Optional.empty(), store.run(runId(1)));
  }

  @Test
  final void aCommitIsWrittenAsAWholeOrNotAtAll() {
    Lease lease = lease();
    store.commit(lease, List.of(Change.create(planned(1))));

    assertRefused(
        ErrorCode.JOURNAL_CONFLICT,
        () ->
            store.commit(
                lease,
                List.of(
                    Change.create(invocation(2)),
                    Change.create(planned(2)),
                    Change.create(planned(1)))));
    assertEquals(Optional.empty(), store.invocation(TARGET_ID, "invocation-2"));
    assertEquals(Optional.empty(), store.run(runId(2)));
  }

  @Test
  final void aRecordOfAnotherTargetIsNotWrittenUnderALease() {
    Lease other = store.acquire("another target", "owner", TTL).orElseThrow();

    assertThrows(
        IllegalArgumentException.class,
        () -> store.commit(other, List.of(Change.create(planned(1)))));
    assertThrows(
        IllegalArgumentException.class,
        () -> store.save(other, publication(1, Status.INTENDED), 0));
  }

  @Test
  final void anInvocationIsFoundByTargetAndId() {
    store.commit(lease(), List.of(Change.create(invocation(1)), Change.create(planned(1))));

    assertEquals(
        Optional.of(new Stored<>(invocation(1), 1)), store.invocation(TARGET_ID, "invocation-1"));
    assertEquals(Optional.empty(), store.invocation(TARGET_ID, "invocation-2"));
    assertEquals(Optional.empty(), store.invocation("another target", "invocation-1"));
  }

  @ParameterizedTest
  @EnumSource(RunPhase.class)
  final void aRunOfEveryPhaseReadsAsItWasWritten(RunPhase phase) {
    RunRecord record = run(1, phase);
    store.commit(lease(), List.of(Change.create(record)));

    assertEquals(Optional.of(new Stored<>(record, 1)), store.run(runId(1)));
    assertEquals(
        phase.isEnd() ? List.of() : List.of(new Stored<>(record, 1)),
        store.unfinishedRuns(TARGET_ID));
  }

  @Test
  final void runsAreListedFromTheNewestAndUnfinishedOnesFromTheOldest() {
    Lease lease = lease();
    for (int number = 1; number <= 3; number++) {
      store.commit(lease, List.of(Change.create(planned(number))));
    }
    store.commit(
        lease, List.of(Change.replace(new Stored<>(planned(2), 1), run(2, RunPhase.SUCCEEDED))));

    assertEquals(
        List.of(runId(3), runId(2), runId(1)),
        store.runs(TARGET_ID).stream().map(stored -> stored.record().run()).toList());
    assertEquals(
        List.of(runId(1), runId(3)),
        store.unfinishedRuns(TARGET_ID).stream().map(stored -> stored.record().run()).toList());
    assertEquals(List.of(), store.runs("another target"));
  }

  @Test
  final void chunksAreListedByIndexWithWhatWasLastWritten() {
    Lease lease = lease();
    Stored<JournalRecord> first = null;
    for (int chunk : new int[] {2, 0, 1}) {
      List<Stored<JournalRecord>> stored =
          store.commit(lease, List.of(Change.create(begun(1, chunk, 1))));
      first = chunk == 0 ? stored.get(0) : first;
    }
    store.commit(lease, List.of(Change.create(begun(2, 0, 1))));
    store.commit(lease, List.of(Change.replace(first, verified(1, 0, 5))));

    List<ChunkRecord> chunks = store.chunks(runId(1)).stream().map(Stored::record).toList();
    assertEquals(List.of(verified(1, 0, 5), begun(1, 1, 1), begun(1, 2, 1)), chunks);
  }

  @Test
  final void anEmptyChunkReadsAsItWasWritten() {
    store.commit(lease(), List.of(Change.create(verified(1, 0, 0))));

    assertEquals(List.of(new Stored<>(verified(1, 0, 0), 1)), store.chunks(runId(1)));
  }

  @Test
  final void whatWasAcknowledgedIsThereAfterOpeningAgain() throws Exception {
    Lease lease = lease();
    store.commit(
        lease,
        List.of(
            Change.create(invocation(1)),
            Change.create(planned(1)),
            Change.create(verified(1, 0, 5))));
    store.save(lease, publication(1, Status.UNKNOWN), 0);
    store.close();
    store = open(clock);

    assertTrue(store.isCurrent(lease));
    assertEquals(
        Optional.of(new Stored<>(invocation(1), 1)), store.invocation(TARGET_ID, "invocation-1"));
    assertEquals(Optional.of(new Stored<>(planned(1), 1)), store.run(runId(1)));
    assertEquals(List.of(new Stored<>(verified(1, 0, 5), 1)), store.chunks(runId(1)));
    assertEquals(
        Optional.of(new Stored<>(publication(1, Status.UNKNOWN), 1)),
        store.publication(TARGET_ID, runId(1)));
  }

  @Test
  final void manyThreadsJournalTheirOwnChunksSideBySide() throws Exception {
    Lease lease = lease();
    ExecutorService threads = Executors.newFixedThreadPool(64);
    try {
      List<Callable<Void>> writers = new ArrayList<>();
      for (int chunk = 0; chunk < 64; chunk++) {
        int own = chunk;
        writers.add(
            () -> {
              Stored<JournalRecord> begun =
                  store.commit(lease, List.of(Change.create(begun(1, own, 2)))).get(0);
              store.commit(lease, List.of(Change.replace(begun, verified(1, own, own))));
              return null;
            });
      }
      for (Future<Void> done : threads.invokeAll(writers)) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    assertEquals(64, store.chunks(runId(1)).size());
    assertTrue(store.chunks(runId(1)).stream().allMatch(stored -> stored.revision() == 2));
  }
}
