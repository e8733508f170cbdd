package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.STATE_FAILED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ConsoleProgress;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a listener is told, and that it cannot harm a run. */
final class ListenerTest {

  private final TestWorld world = new TestWorld();
  private final List<String> events = Collections.synchronizedList(new ArrayList<>());

  private final WindowListener recording =
      new WindowListener() {
        @Override
        public void started(WindowPlan plan, String invocationId) {
          events.add("started");
        }

        @Override
        public void chunkProgress(AttemptId attempt, long rows, long encodedBytes) {
          events.add("progress " + attempt.chunk() + " " + rows);
        }

        @Override
        public void chunkVerified(ChunkReceipt receipt) {
          events.add("verified " + receipt.chunk());
        }

        @Override
        public void prepared(RunId run, PreparedGeneration generation) {
          events.add("prepared");
        }

        @Override
        public void published(RunId run, PreparedGeneration generation) {
          events.add("published");
        }

        @Override
        public void evidenceRecorded(RunId run) {
          events.add("evidence");
        }

        @Override
        public void stateAdvanced(RunId run) {
          events.add("state");
        }

        @Override
        public void finished(ProcessResult result) {
          events.add("finished " + result.windowRows());
        }

        @Override
        public void failed(String invocationId, WindowException failure) {
          events.add("failed " + failure.code().code());
        }
      };

  @Test
  void everyStepIsToldInItsOrder() {
    world.runtime().listener(recording).build().run(TestWorld.config(1), "i1");

    assertEquals(
        List.of(
            "started",
            "progress 0 2",
            "verified 0",
            "progress 1 2",
            "verified 1",
            "prepared",
            "published",
            "evidence",
            "state",
            "finished 4"),
        events);
  }

  @Test
  void progressIsToldWhileAChunkIsStillBeingRead() {
    for (int row = 0; row < 1_000; row++) {
      world.source.add(TestWorld.at(row, TestWorld.START, row));
    }
    List<String> whileReading = Collections.synchronizedList(new ArrayList<>());
    world.source.onRow(row -> whileReading.addAll(events));
    world.runtime().listener(recording).build().run(TestWorld.config(1), "i1");

    assertTrue(whileReading.stream().anyMatch(event -> event.startsWith("progress 0 ")));
    assertTrue(events.contains("progress 0 1002"));
    assertEquals(1, events.stream().filter("progress 1 2"::equals).count());
  }

  @Test
  void aFailureAndTheCallThatFinishesAreTold() {
    world.faults.before(Port.STATE, 1, Expect::crash);
    Expect.failure(
        STATE_FAILED,
        () -> world.runtime().listener(recording).build().run(TestWorld.config(1), "i1"));
    assertEquals("failed state_failed", events.get(events.size() - 1));
    events.clear();
    world.runtime().listener(recording).build().run(TestWorld.config(1), "i1");

    assertEquals(List.of("started", "evidence", "state", "finished 4"), events);
  }

  @Test
  void aListenerThatAlwaysFailsHarmsNoRun() {
    WindowListener failing =
        (WindowListener)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {WindowListener.class},
                (proxy, method, arguments) -> {
                  throw Expect.crash();
                });
    world.runtime().listener(failing).build().run(TestWorld.config(2), "i1");

    assertEquals(7, world.targetRows().size());
  }

  private String console(boolean terminal) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    world
        .runtime()
        .listener(new ConsoleProgress(out, terminal))
        .build()
        .run(TestWorld.config(1), "i1");
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aConsoleWithoutATerminalGetsLines() {
    String text = console(false);

    assertTrue(text.contains("1/2 chunks, 2 rows"), text);
    assertTrue(text.contains("2/2 chunks, 4 rows"), text);
    assertTrue(text.contains("Finished: 4 rows in the window, 7 in the table"), text);
    assertEquals(-1, text.indexOf('\r'));
  }

  @Test
  void aTerminalGetsOneBarThatIsDrawnOverItself() {
    String text = console(true);

    assertTrue(text.contains("\r[########################################] 2/2"), text);
  }
}
