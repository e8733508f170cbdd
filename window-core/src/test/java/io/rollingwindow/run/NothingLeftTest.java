package io.rollingwindow.run;

import static io.rollingwindow.error.ErrorCode.UNEXPECTED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When a call returns, whichever way, nothing of it is left: no thread, no lease, nothing open. */
final class NothingLeftTest {

  private final TestWorld world = new TestWorld();
  private final List<Thread> threads = Collections.synchronizedList(new ArrayList<>());

  private Thread remembered(Runnable body) {
    Thread thread = new Thread(body);
    threads.add(thread);
    return thread;
  }

  private void assertNothingLeft() {
    assertEquals(List.of(), threads.stream().filter(Thread::isAlive).toList());
    assertEquals(0, world.source.openSnapshots());
    assertEquals(0, world.target.openResources());
  }

  @Test
  void afterASuccess() {
    world.runtime().threadFactory(this::remembered).build().run(TestWorld.config(4), "i1");

    assertEquals(5, threads.size());
    assertNothingLeft();
  }

  @ParameterizedTest
  @EnumSource(Port.class)
  void afterAFailureOfAnyPort(Port port) {
    world.faults.before(port, 1, Expect::crash);
    try {
      world.runtime().threadFactory(this::remembered).build().run(TestWorld.config(4), "i1");
    } catch (WindowException e) {
      assertFalse(e.getMessage().isEmpty());
    }

    assertNothingLeft();
  }

  @Test
  void afterAThreadThatCouldNotBeStarted() {
    ThreadFactory threeOnly = body -> threads.size() == 3 ? null : remembered(body);
    Expect.failure(
        UNEXPECTED,
        () -> world.runtime().threadFactory(threeOnly).build().run(TestWorld.config(4), "i1"));

    assertNothingLeft();
    world.run("i2");
  }

  /** Virtual threads where this Java has them, platform threads where it does not. */
  @Test
  void theLightestThreadsOfThisJavaServeAsWell() throws Exception {
    ThreadFactory lightest = lightestThreads();
    world.runtime().threadFactory(lightest).build().run(TestWorld.config(64), "i1");

    assertEquals(7, world.targetRows().size());
    assertTrue(world.store.unfinishedRuns(TestWorld.TARGET_ID).isEmpty());
  }

  private static ThreadFactory lightestThreads() throws ReflectiveOperationException {
    if (Runtime.version().feature() < 21) {
      return Thread::new;
    }
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    Method factory = Class.forName("java.lang.Thread$Builder").getMethod("factory");
    return (ThreadFactory) factory.invoke(builder);
  }
}
