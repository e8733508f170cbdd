package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.LEASE_LOST;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowStore.Change;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.InMemoryWindowStore;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.PortCalls;
import io.rollingwindow.testkit.TestClock;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A call whose lease went to a successor, and that has not come to know of it. */
final class ZombieTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final TestClock storeClock = new TestClock();
  private final Interposed calls = new Interposed();
  private final WindowStore store = new InMemoryWindowStore(storeClock, calls);
  private final TestWorld world = new TestWorld(store);

  @Test
  void anAttemptThatTheSuccessorBeganIsNotTakenForARemnant() {
    world.source.keepSnapshots();
    world.faults.before(Port.TARGET_STAGE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));

    calls.beforeNext(Port.STORE_CHUNKS, this::takeOverAndBeginAnAttempt);
    Expect.failure(LEASE_LOST, () -> world.run("i1"));

    assertEquals(0, world.faults.count(Port.TARGET_DISCARD), "ended the successor's attempt");
    assertEquals(1, world.faults.count(Port.TARGET_STAGE));
  }

  /** The store's clock runs ahead of that of the call, which believes in its lease. */
  private void takeOverAndBeginAnAttempt() {
    storeClock.advance(MINUTE.multipliedBy(2));
    Lease successor = store.acquire(TestWorld.TARGET_ID, "successor", MINUTE).orElseThrow();
    RunId run = store.unfinishedRuns(TestWorld.TARGET_ID).get(0).record().run();
    Stored<ChunkRecord> first = store.chunks(run).get(0);
    ChunkRecord next =
        new ChunkRecord(run, TestWorld.TARGET_ID, 0, 2, List.of(2), Optional.empty());
    store.commit(successor, List.of(Change.replace(first, next)));
  }

  /** Does something once just before a call of the store. */
  private static final class Interposed implements PortCalls {

    private Port port;
    private Runnable action;

    void beforeNext(Port awaited, Runnable then) {
      port = awaited;
      action = then;
    }

    @Override
    public <T> T call(Port called, Supplier<T> effect) {
      if (called == port) {
        port = null;
        action.run();
      }
      return effect.get();
    }
  }
}
