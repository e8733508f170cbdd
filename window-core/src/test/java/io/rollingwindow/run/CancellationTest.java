package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.RUN_CANCELLED;
import static io.rollingwindow.error.ErrorCode.STAGING_MISMATCH;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.testkit.Eventually;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestRow;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whoever wants a run to stop stops it promptly, and is told why. */
final class CancellationTest {

  private final TestWorld world = new TestWorld();

  private static void await(CountDownLatch latch) {
    try {
      assertTrue(latch.await(20, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aCancelledTokenStopsTheRunBeforeItBegins() {
    CancellationToken token = new CancellationToken();
    token.cancel();
    Expect.failure(
        RUN_CANCELLED, () -> world.runtime().build().run(TestWorld.config(1), "i1", token));

    assertEquals(0, world.faults.count(Port.SOURCE_OPEN));
  }

  @Test
  void aTokenCancelledWhileRowsAreReadStopsEveryWorker() {
    CancellationToken token = new CancellationToken();
    world.source.onRow(row -> token.cancel());
    Expect.failure(
        RUN_CANCELLED, () -> world.runtime().build().run(TestWorld.config(4), "i1", token));

    assertEquals(0, world.faults.count(Port.HOLD_OPEN));
    assertEquals(0, world.source.openSnapshots());
    assertEquals(0, world.target.openResources());
    assertEquals(TestWorld.untouched(), world.targetRows());
  }

  @Test
  void aTokenCancelledAfterPublicationChangesNothing() {
    CancellationToken token = new CancellationToken();
    world
        .runtime()
        .evidence((plan, generation, receipts, lease, metrics) -> token.cancel())
        .build()
        .run(TestWorld.config(1), "i1", token);

    assertEquals(RunPhase.SUCCEEDED, world.store.runs(TestWorld.TARGET_ID).get(0).record().phase());
  }

  @Test
  void anInterruptedCallerStopsTheRunAndStaysInterrupted() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    AtomicBoolean interrupted = new AtomicBoolean();
    world.source.onRow(
        row -> {
          reading.countDown();
          await(stopped);
        });
    Thread caller =
        new Thread(
            () -> {
              Expect.failure(RUN_CANCELLED, () -> world.run("i1"));
              interrupted.set(Thread.currentThread().isInterrupted());
            });
    caller.start();
    await(reading);
    caller.interrupt();
    stopped.countDown();
    caller.join(20_000);

    assertTrue(interrupted.get());
    assertEquals(0, world.faults.count(Port.HOLD_OPEN));
  }

  @Test
  void aFailedChunkStopsABlockedSiblingAndIsTheOneThatIsReported() {
    RollingWindowConfig tenChunks =
        RollingWindowConfig.builder()
            .windowColumn(TestRow.WINDOW_COLUMN)
            .intervalEnd(TestWorld.END)
            .lookback(Duration.ofDays(10))
            .chunkInterval(Duration.ofDays(1))
            .parallelism(2)
            .build();
    CountDownLatch siblingReads = new CountDownLatch(1);
    world.source.add(TestWorld.at(7, TestWorld.END.minus(Duration.ofDays(10)), 0));
    List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
    world.source.onRow(
        row -> {
          siblingReads.countDown();
          // Until the failure has been told to everybody: its worker ends only then.
          Eventually.holds(
              () ->
                  workers(threads)
                      .anyMatch(worker -> worker.getState() == Thread.State.TERMINATED));
        });
    world.faults.before(
        Port.ATTEMPT_VERIFY,
        1,
        () -> {
          await(siblingReads);
          return new RefusedException(STAGING_MISMATCH, "They differ.");
        });
    RollingWindowRuntime runtime =
        world
            .runtime()
            .threadFactory(
                body -> {
                  Thread thread = new Thread(body);
                  threads.add(thread);
                  return thread;
                })
            .build();
    WindowException failure = Expect.failure(STAGING_MISMATCH, () -> runtime.run(tenChunks, "i1"));

    assertEquals(Optional.of(Phase.STAGING), failure.location().map(Location::phase));
    assertEquals(2, world.faults.count(Port.TARGET_STAGE));
    assertEquals(0, world.target.openResources());
  }

  private static Stream<Thread> workers(List<Thread> threads) {
    return List.copyOf(threads).stream()
        .filter(thread -> thread.getName().startsWith("rollingwindow-worker"));
  }

  @Test
  void aFailedSliceStopsTheOtherSlicesOfItsChunk() {
    for (int i = 0; i < 100; i++) {
      world.source.add(TestWorld.at(i, TestWorld.START, i));
    }
    world.faults.before(
        Port.SLICE_READ, 3, () -> new RefusedException(STAGING_MISMATCH, "They differ."));
    Expect.failure(STAGING_MISMATCH, () -> world.runtime().build().run(TestWorld.config(8), "i1"));

    assertEquals(0, world.target.openResources());
    assertEquals(0, world.source.openSnapshots());
  }
}
