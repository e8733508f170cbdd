package io.rollingwindow.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What a registry holds after real runs over ports in memory. */
final class MicrometerListenerTest {

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final MicrometerListener listener =
      new MicrometerListener(registry, Tags.of("target", "events"));
  private final TestWorld world = new TestWorld();

  private void run(String invocationId, WindowListener by) {
    world.runtime().listener(by).build().run(TestWorld.config(2), invocationId);
  }

  private double count(String name, String... tags) {
    return registry.get(name).tags("target", "events").tags(tags).counter().count();
  }

  private long timed(String name, String... tags) {
    return registry.get(name).tags("target", "events").tags(tags).timer().count();
  }

  @Test
  void aRunIsCountedAndTimed() {
    run("i1", listener);

    assertEquals(1, timed("rollingwindow.run", "outcome", "success", "code", "none"));
    assertEquals(2, timed("rollingwindow.chunk"));
    assertEquals(4, count("rollingwindow.staged.rows"));
    assertEquals(
        (double) world.evidence.get(0).window().encodedBytes(), count("rollingwindow.staged.size"));
    assertEquals(1, timed("rollingwindow.prepare"));
    assertEquals(1, count("rollingwindow.publications"));
    assertEquals(4, registry.get("rollingwindow.window.rows").gauge().value());
    assertEquals(
        (double) TestWorld.END.getEpochSecond(),
        registry.get("rollingwindow.window.end").gauge().value());
  }

  @Test
  void whileARunIsOnItIsActive() {
    AtomicReference<Double> active = new AtomicReference<>();
    world
        .runtime()
        .listener(listener)
        .state(
            (plan, lease) -> active.set(registry.get("rollingwindow.run.active").gauge().value()))
        .build()
        .run(TestWorld.config(1), "i1");

    assertEquals(1, active.get());
    assertEquals(0, registry.get("rollingwindow.run.active").gauge().value());
  }

  @Test
  void aRetryIsCountedByItsCode() {
    world.faults.before(Port.STREAM_OPEN, 1, Expect::passing);
    run("i1", listener);

    assertEquals(
        1, count("rollingwindow.chunk.retries", "code", ErrorCode.TRANSIENT_FAILURE.code()));
    assertEquals(2, timed("rollingwindow.chunk"), "the failed attempt verified nothing");
  }

  @Test
  void aFailureIsTimedByItsCodeAndTheNextCallBySuccess() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    Expect.failure(ErrorCode.EVIDENCE_FAILED, () -> run("i1", listener));
    String code = ErrorCode.EVIDENCE_FAILED.code();

    assertEquals(1, timed("rollingwindow.run", "outcome", "failure", "code", code));
    assertTrue(Double.isNaN(registry.get("rollingwindow.window.end").gauge().value()));
    run("i1", listener);
    assertEquals(1, timed("rollingwindow.run", "outcome", "success", "code", "none"));
    assertEquals(0, registry.get("rollingwindow.run.active").gauge().value());
  }

  @Test
  void aCallThatIsRefusedBeforeItStartsTakesNoTime() {
    world.faults.before(Port.SOURCE_PREFLIGHT, 1, Expect::crash);
    Expect.failure(ErrorCode.PREFLIGHT_REFUSED, () -> run("i1", listener));

    assertEquals(1, timed("rollingwindow.run", "outcome", "failure"));
    assertEquals(0, registry.get("rollingwindow.run").timer().totalTime(TimeUnit.NANOSECONDS));
  }

  @Test
  void aRepeatIsNoRun() {
    run("i1", listener);
    run("i1", listener);

    assertEquals(1, timed("rollingwindow.run", "outcome", "success", "code", "none"));
    assertEquals(1, count("rollingwindow.run.repeated"));
  }

  @Test
  void aCallRefusedBesideARunDoesNotEndThatRun() {
    WindowListener nested =
        new WindowListener() {
          @Override
          public void started(WindowPlan plan, String invocationId) {
            listener.started(plan, invocationId);
          }

          @Override
          public void published(RunId run, PreparedGeneration generation) {
            Thread beside =
                new Thread(
                    () ->
                        Expect.failure(
                            ErrorCode.LEASE_UNAVAILABLE,
                            () -> MicrometerListenerTest.this.run("i1", listener)));
            beside.start();
            try {
              beside.join(60_000);
            } catch (InterruptedException e) {
              throw new IllegalStateException(e);
            }
            assertEquals(1, registry.get("rollingwindow.run.active").gauge().value());
          }

          @Override
          public void finished(ProcessResult result) {
            listener.finished(result);
          }
        };
    run("i1", nested);

    assertEquals(1, timed("rollingwindow.run", "outcome", "success", "code", "none"));
    assertEquals(1, timed("rollingwindow.run", "outcome", "failure"));
    assertNull(registry.find("rollingwindow.run.repeated").counter());
  }

  @Test
  void everyMeterHasTheListenersTags() {
    world.faults.before(Port.STREAM_OPEN, 1, Expect::passing);
    run("i1", listener);
    run("i1", listener);

    assertEquals(11, registry.getMeters().size());
    for (Meter meter : registry.getMeters()) {
      assertEquals("events", meter.getId().getTag("target"), meter.getId()::getName);
      assertTrue(meter.getId().getName().startsWith("rollingwindow."));
    }
  }
}
