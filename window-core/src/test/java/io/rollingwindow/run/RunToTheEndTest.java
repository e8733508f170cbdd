package io.rollingwindow.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An undisturbed run, and what a repeat of it does. */
final class RunToTheEndTest {

  private final TestWorld world = new TestWorld();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 64})
  void publishesTheWindowAndKeepsTheRestWhateverTheParallelism(int parallelism) {
    ProcessResult result = world.runtime().build().run(TestWorld.config(parallelism), "i1");

    assertEquals(sorted(TestWorld.published()), sorted(world.targetRows()));
    assertEquals(4, result.windowRows());
    assertEquals(7, result.finalRows());
    assertEquals(ProcessResult.Status.SUCCEEDED, result.status());
    assertEquals(2, result.rollingWindow().chunkCount());
    assertEquals(
        List.of(TestWorld.START, TestWorld.START.plus(Duration.ofDays(1)), TestWorld.END),
        result.rollingWindow().boundaries());
    assertEquals(
        List.of(2L, 2L), world.receipts.get(0).stream().map(r -> r.totals().rows()).toList());
    assertEquals(1, world.tables.exchanges());
  }

  @Test
  void aRepeatReturnsTheSameAndTouchesNothing() {
    ProcessResult first = world.run("i1");
    int calls = world.faults.log().size();
    ProcessResult repeat = world.run("i1");

    assertEquals(first, repeat);
    assertEquals(
        List.of(Port.STORE_INVOCATION, Port.STORE_RUN),
        world.faults.log().subList(calls, world.faults.log().size()));
  }

  @Test
  void aRepeatReturnsTheSameAlsoAfterNewerRuns() {
    ProcessResult first = world.run("i1");
    world.run("i2");

    assertEquals(first, world.run("i1"));
    assertEquals(2, world.tables.exchanges());
  }

  @Test
  void publishesBeforeEvidenceAndEvidenceBeforeState() {
    world.run("i1");
    List<Port> log = world.faults.log();

    assertTrue(log.indexOf(Port.HOLD_EXCHANGE) < log.indexOf(Port.EVIDENCE));
    assertTrue(log.indexOf(Port.EVIDENCE) < log.indexOf(Port.STATE));
  }

  @Test
  void leavesNothingOpen() {
    world.run("i1");

    assertEquals(0, world.source.openSnapshots());
    assertEquals(0, world.target.openResources());
  }

  private static <T> List<T> sorted(List<T> rows) {
    return rows.stream().sorted(Comparator.comparing(Object::toString)).toList();
  }
}
