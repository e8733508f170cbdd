package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.INVOCATION_CONFLICT;
import static io.rollingwindow.error.ErrorCode.SNAPSHOT_EXPIRED;
import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestRow;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a call finds that was begun by an earlier call of its invocation. */
final class ResumeTest {

  private final TestWorld world = new TestWorld();

  private RunPhase phase() {
    return world.store.runs(TestWorld.TARGET_ID).get(0).record().phase();
  }

  private void crashInPreparation() {
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));
  }

  @Test
  void aSnapshotThatIsGoneEndsTheInvocationForGood() {
    crashInPreparation();
    WindowException failure = Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));
    assertTrue(failure.getMessage().contains("new invocation id"), failure.getMessage());
    assertEquals(RunPhase.ABANDONED, phase());
    Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));

    assertEquals(2, world.faults.count(Port.TARGET_STAGE));
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(0, world.source.openSnapshots());
    world.run("i2");
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void receiptsOfOneSnapshotNeverServeAnother() {
    crashInPreparation();
    world.source.add(TestWorld.at(200, TestWorld.START, 7));
    Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));

    assertEquals(5, world.run("i2").windowRows());
  }

  @Test
  void aSourceThatCannotBeOpenedAgainAsksForANewInvocation() {
    crashInPreparation();
    world.faults.before(Port.SOURCE_REOPEN, 1, Expect::passing);

    Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));
  }

  @Test
  void aSnapshotThatOpensAndIsNotAliveAsksForANewInvocation() {
    world.source.keepSnapshots();
    crashInPreparation();
    world.source.expire(true);
    Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));

    assertEquals(0, world.source.openSnapshots());
  }

  @Test
  void aSnapshotThatExpiresBeforePublicationIsNotPublished() {
    world.faults.before(
        Port.SNAPSHOT_ALIVE,
        1,
        () -> new SnapshotExpiredException(SNAPSHOT_EXPIRED, "The snapshot is gone."));
    Expect.failure(SNAPSHOT_EXPIRED, () -> world.run("i1"));

    assertEquals(RunPhase.ABANDONED, phase());
    assertEquals(0, world.tables.exchanges());
  }

  @Test
  void anotherRequestUnderTheSameIdIsRefusedWithoutASource() {
    world.run("i1");
    RollingWindowConfig other =
        RollingWindowConfig.builder()
            .windowColumn(TestRow.WINDOW_COLUMN)
            .intervalEnd(TestWorld.END.plus(Duration.ofDays(1)))
            .lookback(Duration.ofDays(2))
            .chunkInterval(Duration.ofDays(1))
            .build();
    Expect.failure(INVOCATION_CONFLICT, () -> world.runtime().build().run(other, "i1"));

    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(1, world.faults.count(Port.STORE_ACQUIRE));
  }

  @Test
  void anotherParallelismUnderTheSameIdIsTheSameRequest() {
    world.source.keepSnapshots();
    crashInPreparation();
    world.runtime().build().run(TestWorld.config(8), "i1");

    assertEquals(1, world.store.runs(TestWorld.TARGET_ID).size());
  }

  @Test
  void aSourceThatCannotBeClosedKeepsThePrimaryFailure() {
    world.faults.before(Port.HOLD_PREPARE, 1, Expect::crash);
    world.faults.after(Port.SNAPSHOT_CLOSE, 1, () -> new IllegalStateException("close"));
    WindowException failure = Expect.failure(UNEXPECTED, () -> world.run("i1"));

    assertEquals("crash", failure.getCause().getMessage());
    assertEquals("close", failure.getSuppressed()[0].getMessage());
  }

  @Test
  void aSourceThatCannotBeClosedDoesNotUndoASuccess() {
    world.faults.after(Port.SNAPSHOT_CLOSE, 1, Expect::crash);

    assertEquals(4, world.run("i1").windowRows());
  }

  @Test
  void aSnapshotIsClosedWhenItsPlanCannotBeRegistered() {
    world.faults.before(Port.STORE_COMMIT, 1, Expect::crash);
    Expect.failure(UNEXPECTED, () -> world.run("i1"));

    assertEquals(0, world.source.openSnapshots());
    assertEquals(0, world.store.runs(TestWorld.TARGET_ID).size());
    world.run("i1");
  }

  /**
   * Whatever port crashes, before or after its effect: the same invocation or a new one ends it.
   */
  @ParameterizedTest
  @EnumSource(Port.class)
  void afterACrashAnywhereTheSameInvocationOrANewOneEndsTheWork(Port port) {
    for (boolean after : new boolean[] {false, true}) {
      TestWorld fresh = new TestWorld();
      if (after) {
        fresh.faults.after(port, 1, Expect::crash);
      } else {
        fresh.faults.before(port, 1, Expect::crash);
      }
      for (String invocation : new String[] {"i1", "i1", "i2"}) {
        try {
          fresh.run(invocation);
        } catch (WindowException e) {
          fresh.clock.advance(Duration.ofMinutes(2));
        }
      }
      fresh.run("i3");

      assertEquals(
          TestWorld.published().size(), fresh.targetRows().size(), port + " after=" + after);
      assertEquals(0, fresh.source.openSnapshots(), port.name());
      assertEquals(0, fresh.target.openResources(), port.name());
    }
  }
}
