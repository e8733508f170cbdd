package io.rollingwindow.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.testkit.TestRow;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** One chunk that holds nearly all rows. */
final class HotChunkTest {

  private static final int WORKERS = 3;
  private static final long FIRST_HOT = 1000;

  private final TestWorld world = new TestWorld();
  private final Set<Thread> readers = ConcurrentHashMap.newKeySet();
  private final CountDownLatch everyWorker = new CountDownLatch(WORKERS);

  /** Whoever reads a hot row waits, within a bound, until every worker has read one. */
  private void meet(TestRow row) {
    if (row.id() < FIRST_HOT) {
      return;
    }
    if (readers.add(Thread.currentThread())) {
      everyWorker.countDown();
    }
    try {
      if (!everyWorker.await(10, TimeUnit.SECONDS)) {
        throw new IllegalStateException("Not every worker came.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void isReadByEveryWorkerAlsoWhileOtherChunksWait() {
    for (int row = 0; row < 4 * WORKERS; row++) {
      world.source.add(TestWorld.at(FIRST_HOT + row, TestWorld.START, row));
    }
    world.source.onRow(this::meet);
    RollingWindowConfig hourly =
        RollingWindowConfig.builder()
            .windowColumn(TestRow.WINDOW_COLUMN)
            .intervalEnd(TestWorld.END)
            .lookback(Duration.between(TestWorld.START, TestWorld.END))
            .chunkInterval(Duration.ofHours(1))
            .parallelism(WORKERS)
            .build();
    world.runtime().build().run(hourly, "i1");

    assertEquals(WORKERS, readers.size());
  }
}
