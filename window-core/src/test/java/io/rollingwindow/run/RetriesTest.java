package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.RETRIES_EXHAUSTED;
import static io.rollingwindow.error.ErrorCode.RUN_ENDED;
import static io.rollingwindow.error.ErrorCode.STAGING_MISMATCH;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static io.rollingwindow.error.ErrorCode.VALUE_REFUSED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.WindowListener;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowValueException;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestRow;
import io.rollingwindow.testkit.TestWorld;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is tried again, how often, and what is left of earlier attempts. */
final class RetriesTest {

  private final TestWorld world = new TestWorld();

  private List<ChunkRecord> chunks() {
    return world.store.runs(TestWorld.TARGET_ID).stream()
        .flatMap(run -> world.store.chunks(run.record().run()).stream())
        .map(Stored::record)
        .toList();
  }

  private RunPhase phase() {
    return world.store.runs(TestWorld.TARGET_ID).get(0).record().phase();
  }

  @Test
  void aChunkThatKeepsFailingIsAttemptedThreeTimesAndEndsTheRun() {
    for (int call = 1; call <= 3; call++) {
      world.faults.before(Port.TARGET_STAGE, call, Expect::passing);
    }
    WindowException failure = Expect.failure(RETRIES_EXHAUSTED, () -> world.run("i1"));

    assertEquals(3, world.faults.count(Port.TARGET_STAGE));
    assertEquals(Optional.of(Location.of(Phase.STAGING, 0, 3)), failure.location());
    assertEquals(RunPhase.REFUSED, phase());
    assertEquals(0, world.faults.count(Port.HOLD_OPEN));
    assertEquals(TestWorld.untouched(), world.targetRows());

    Expect.failure(RETRIES_EXHAUSTED, () -> world.run("i1"));
    assertEquals(3, world.faults.count(Port.TARGET_STAGE));
  }

  @ParameterizedTest
  @EnumSource(
      value = Port.class,
      names = {
        "SNAPSHOT_SLICES",
        "STREAM_OPEN",
        "SLICE_READ",
        "STREAM_FINISH",
        "STREAM_CLOSE",
        "ATTEMPT_VERIFY",
        "ATTEMPT_CLOSE",
        "TARGET_STAGE"
      })
  void aLostReplyAnywhereInAnAttemptIsAnsweredByAnotherAttempt(Port port) {
    world.faults.after(port, 1, Expect::passing);
    world.run("i1");

    assertEquals(7, world.targetRows().size());
    assertEquals(3, world.faults.count(Port.TARGET_STAGE));
    assertEquals(1, world.faults.count(Port.TARGET_DISCARD));
    assertEquals(2, world.receipts.get(0).get(0).attempt().attempt());
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void theFailedAttemptIsDiscardedBeforeTheNextOneBegins() {
    world.faults.after(Port.STREAM_FINISH, 1, Expect::passing);
    world.run("i1");
    List<Port> log = world.faults.log();

    List<Port> attempts =
        log.stream()
            .filter(
                port ->
                    port == Port.TARGET_STAGE
                        || port == Port.ATTEMPT_CLOSE
                        || port == Port.TARGET_DISCARD)
            .limit(4)
            .toList();
    assertEquals(
        List.of(Port.TARGET_STAGE, Port.ATTEMPT_CLOSE, Port.TARGET_DISCARD, Port.TARGET_STAGE),
        attempts);
    assertFalse(world.tables.names().stream().anyMatch(name -> name.contains("staging")));
  }

  @Test
  void aFailureThatDoesNotPassIsNotTriedAgain() {
    world.faults.before(
        Port.ATTEMPT_VERIFY, 1, () -> new RefusedException(STAGING_MISMATCH, "They differ."));
    Expect.failure(STAGING_MISMATCH, () -> world.run("i1"));

    assertEquals(1, world.faults.count(Port.TARGET_STAGE));
    assertEquals(RunPhase.REFUSED, phase());
    assertEquals(0, world.faults.count(Port.EVIDENCE));
    assertEquals(0, world.tables.exchanges());
    Expect.failure(RUN_ENDED, () -> world.run("i1"));
  }

  @Test
  void aPassingFailureThatADriverWrappedIsTriedAgain() {
    world.faults.before(
        Port.SLICE_READ,
        1,
        () -> new UncheckedIOException(new IOException("broken pipe", Expect.passing())));
    world.run("i1");

    assertEquals(3, world.faults.count(Port.TARGET_STAGE));
  }

  @Test
  void aRefusedValueNamesColumnAndChunkAndNotTheValue() {
    world.faults.before(Port.SLICE_READ, 1, RetriesTest::refusedByTheEncoder);
    WindowException failure = Expect.failure(VALUE_REFUSED, () -> world.run("i1"));

    assertTrue(failure.getMessage().contains("observed_at"), failure.getMessage());
    assertTrue(failure.getMessage().contains("chunk 0"), failure.getMessage());
    assertFalse(failure.getMessage().contains("4711"), failure.getMessage());
    assertEquals(RunPhase.REFUSED, phase());
  }

  private static RowValueException refusedByTheEncoder() {
    RowEncoder encoder =
        RowEncoder.builder(TestRow.SCHEMA)
            .window("observed_at", 0, 1)
            .digestKey(new DigestKey(1, 2))
            .maxEncodedBytes(100)
            .sink((buffer, offset, length) -> {})
            .build();
    return assertThrows(
        RowValueException.class,
        () -> {
          encoder.int64(1);
          encoder.epochMicros(4711);
        });
  }

  @Test
  void crashesAreNotTriedAgainAndCountOverAllCallsOfTheInvocation() {
    world.source.keepSnapshots();
    for (int call = 1; call <= 3; call++) {
      world.faults.before(Port.STREAM_OPEN, call, Expect::crash);
      Expect.failure(UNEXPECTED, () -> world.run("i1"));
      assertEquals(call, chunks().get(0).attempts());
      assertEquals(RunPhase.STAGING, phase());
    }
    Expect.failure(RETRIES_EXHAUSTED, () -> world.run("i1"));

    assertEquals(3, world.faults.count(Port.TARGET_STAGE));
    assertEquals(2, world.faults.count(Port.TARGET_DISCARD));
    assertEquals(0, world.tables.exchanges());
  }

  @Test
  void aCrashInADiscardUsesUpNoAttempt() {
    world.source.keepSnapshots();
    world.faults.before(Port.STREAM_OPEN, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    world.faults.before(Port.TARGET_DISCARD, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    assertEquals(List.of(1), chunks().get(0).undiscarded());
    world.run("i1");

    assertEquals(2, world.faults.count(Port.TARGET_DISCARD));
    assertEquals(2, world.receipts.get(0).get(0).attempt().attempt());
  }

  @Test
  void aDiscardThatFailsForAPassingReasonIsRepeatedBeforeTheNextAttempt() {
    world.faults.after(Port.STREAM_FINISH, 1, Expect::passing);
    world.faults.before(Port.TARGET_DISCARD, 1, Expect::passing);
    world.run("i1");

    assertEquals(2, world.faults.count(Port.TARGET_DISCARD));
    assertEquals(7, world.targetRows().size());
  }

  @Test
  void verifiedChunksAreConfirmedAndNotStagedAgain() {
    world.source.keepSnapshots();
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    world.run("i1");

    assertEquals(2, world.faults.count(Port.TARGET_STAGE));
    assertEquals(2, world.faults.count(Port.TARGET_CONFIRM));
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void aVerifiedChunkThatChangedSinceIsRefused() {
    world.source.keepSnapshots();
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
    String staging =
        world.tables.names().stream()
            .filter(name -> name.endsWith("-c1-a1"))
            .findFirst()
            .orElseThrow();
    world.tables.insert(staging, List.of(TestWorld.at(9, TestWorld.END, -1)));
    WindowException failure = Expect.failure(STAGING_MISMATCH, () -> world.run("i1"));

    assertTrue(failure.getMessage().contains("changed"), failure.getMessage());
    assertEquals(0, world.tables.exchanges());
  }

  /** Once its first rows are read, chunk 0 has a row in staging that nobody sent. */
  private void disturbStaging() {
    world.source.onRow(
        row ->
            world.tables.names().stream()
                .filter(name -> name.endsWith("-c0-a1") && world.tables.rows(name).isEmpty())
                .forEach(
                    name ->
                        world.tables.insert(name, List.of(TestWorld.at(9, TestWorld.START, 7)))));
  }

  @Test
  void aMismatchIsLookedAtInASecondReadingOfTheSameSnapshot() {
    disturbStaging();
    WindowException failure = Expect.failure(STAGING_MISMATCH, () -> world.run("i1"));

    assertTrue(failure.getMessage().contains("read again, it is 2 rows"), failure.getMessage());
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(0, world.tables.exchanges());
  }

  @Test
  void aMismatchStaysOneWhenTheSecondReadingFails() {
    disturbStaging();
    world.faults.before(Port.SLICE_READ, 2, Expect::passing);
    WindowException failure = Expect.failure(STAGING_MISMATCH, () -> world.run("i1"));

    assertTrue(failure.getMessage().contains("not be read again"), failure.getMessage());
    assertEquals(1, world.faults.count(Port.TARGET_STAGE));
  }

  @Test
  void theListenerIsToldOfEveryRetryWithAGrowingPause() {
    world.faults.before(Port.TARGET_STAGE, 1, Expect::passing);
    world.faults.before(Port.TARGET_STAGE, 2, Expect::passing);
    List<AttemptId> failed = new ArrayList<>();
    List<Duration> pauses = new ArrayList<>();
    WindowListener listener =
        new WindowListener() {
          @Override
          public void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {
            failed.add(attempt);
            pauses.add(pause);
          }
        };
    world
        .runtime()
        .listener(listener)
        .retryPause(Duration.ofMillis(2))
        .build()
        .run(TestWorld.config(1), "i1");

    assertEquals(List.of(1, 2), failed.stream().map(AttemptId::attempt).toList());
    assertTrue(pauses.get(0).compareTo(Duration.ofMillis(1)) >= 0, pauses::toString);
    assertTrue(pauses.get(0).compareTo(Duration.ofMillis(3)) <= 0, pauses::toString);
    assertTrue(pauses.get(1).compareTo(Duration.ofMillis(4)) >= 0, pauses::toString);
    assertTrue(pauses.get(1).compareTo(Duration.ofMillis(12)) <= 0, pauses::toString);
  }
}
