package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.RUN_CANCELLED;
import static io.rollingwindow.error.ErrorCode.STORE_UNAVAILABLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.InMemoryWindowStore;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.PortCalls;
import io.rollingwindow.testkit.TestClock;
import io.rollingwindow.testkit.TestWorld;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A store that does not answer for a moment stops no run, whether it had written or not. */
final class StoreHiccupTest {

  private final TestWorld world = new TestWorld();

  @ParameterizedTest
  @EnumSource(
      value = Port.class,
      names = {"STORE_COMMIT", "PUBLICATION_SAVE"})
  void everySecondWriteFailsBeforeItsEffect(Port port) {
    for (int call = 1; call < 60; call += 2) {
      world.faults.before(port, call, TestFailures::storeGone);
    }
    world.run("i1");

    assertEquals(7, world.targetRows().size());
  }

  @ParameterizedTest
  @EnumSource(
      value = Port.class,
      names = {"STORE_COMMIT", "PUBLICATION_SAVE"})
  void everyWriteLosesItsReplyAndIsFoundWritten(Port port) {
    for (int call = 1; call < 60; call++) {
      world.faults.after(port, call, TestFailures::storeGone);
    }
    world.run("i1");

    assertEquals(7, world.targetRows().size());
    assertEquals(1, world.tables.exchanges());
    assertEquals(world.run("i1"), world.run("i1"));
  }

  @Test
  void aStoreThatStaysAwayEndsTheCallAndNotTheRun() {
    for (int call = 3; call < 6; call++) {
      world.faults.before(Port.STORE_COMMIT, call, TestFailures::storeGone);
    }
    world.source.keepSnapshots();
    Expect.failure(STORE_UNAVAILABLE, () -> world.run("i1"));
    world.run("i1");

    assertEquals(1, world.tables.exchanges());
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
  }

  @ParameterizedTest
  @EnumSource(
      value = Port.class,
      names = {"STORE_COMMIT", "PUBLICATION_SAVE"})
  void aWriteThatComesThroughLateIsNotTakenForSomebodyElses(Port port) {
    TestWorld late =
        new TestWorld(new InMemoryWindowStore(new TestClock(), new FirstIsOvertaken(port)));
    late.run("i1");

    assertEquals(1, late.tables.exchanges());
    assertEquals(1, late.faults.count(Port.SOURCE_OPEN));
  }

  @Test
  void anInterruptedCallerIsCancelledAndNotToldOfAConflict() {
    TestWorld late =
        new TestWorld(
            new InMemoryWindowStore(
                new TestClock(), new FirstIsOvertaken(Port.STORE_COMMIT, Thread::interrupt)));
    Expect.failure(RUN_CANCELLED, () -> late.run("i1"));

    assertTrue(Thread.interrupted());
  }

  /** The first write fails and comes through just before the second one, which is the same. */
  private static final class FirstIsOvertaken implements PortCalls {

    private final Port port;
    private final Consumer<Thread> disturbance;
    private int calls;
    private Supplier<?> first;

    FirstIsOvertaken(Port port) {
      this(port, thread -> {});
    }

    FirstIsOvertaken(Port port, Consumer<Thread> disturbance) {
      this.port = port;
      this.disturbance = disturbance;
    }

    @Override
    public <T> T call(Port called, Supplier<T> effect) {
      if (called == port) {
        calls++;
        if (calls == 1) {
          first = effect;
          throw TestFailures.storeGone();
        }
        if (calls == 2) {
          assertNotNull(first.get());
          disturbance.accept(Thread.currentThread());
        }
      }
      return effect.get();
    }
  }

  /** The last try conflicts with the first one, which was only slow. */
  @Test
  void aWriteThatComesThroughJustBeforeTheLastTryIsKnownAsOurOwn() {
    SlowCommit slow = new SlowCommit(2);
    TestWorld late = new TestWorld(new InMemoryWindowStore(new TestClock(), slow));

    assertEquals(4, late.run("i1").windowRows());
    assertEquals(3, slow.tries);
  }

  /** One commit fails twice and takes effect before it is tried for the third time. */
  private static final class SlowCommit implements PortCalls {

    private int before;
    private int tries;
    private Supplier<?> first;

    SlowCommit(int number) {
      this.before = number - 1;
    }

    @Override
    public synchronized <T> T call(Port port, Supplier<T> effect) {
      if (port != Port.STORE_COMMIT || before-- > 0 || tries == 3) {
        return effect.get();
      }
      tries++;
      if (tries == 1) {
        first = effect;
      }
      if (tries < 3) {
        throw TestFailures.storeGone();
      }
      assertNotNull(first.get());
      return effect.get();
    }
  }
}
