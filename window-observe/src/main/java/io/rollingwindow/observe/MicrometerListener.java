package io.rollingwindow.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Counts and times runs in a Micrometer registry. Every meter has the tags that the listener was
 * made with; give each target its own, as the names are the same for all.
 *
 * <table>
 * <caption>Meters</caption>
 * <thead>
 * <tr><th>name</th><th>kind</th><th>tags</th><th>meaning</th></tr>
 * </thead>
 * <tbody>
 * <tr><td>{@code rollingwindow.run}</td><td>timer</td><td>outcome, code</td>
 *   <td>calls from start to end; outcome {@code success} or {@code failure}, code the error's or
 *   {@code none}; a call that fails before it starts takes no time</td></tr>
 * <tr><td>{@code rollingwindow.run.repeated}</td><td>counter</td><td></td>
 *   <td>calls that returned the result of an earlier one</td></tr>
 * <tr><td>{@code rollingwindow.run.active}</td><td>gauge</td><td></td>
 *   <td>calls that have started and not ended</td></tr>
 * <tr><td>{@code rollingwindow.chunk}</td><td>timer</td><td></td>
 *   <td>reading, loading and verifying one chunk</td></tr>
 * <tr><td>{@code rollingwindow.chunk.retries}</td><td>counter</td><td>code</td>
 *   <td>attempts that failed and were followed by another</td></tr>
 * <tr><td>{@code rollingwindow.staged.rows}</td><td>counter</td><td></td>
 *   <td>rows of verified chunks</td></tr>
 * <tr><td>{@code rollingwindow.staged.size}</td><td>counter, bytes</td><td></td>
 *   <td>their bytes in RowBinary</td></tr>
 * <tr><td>{@code rollingwindow.prepare}</td><td>timer</td><td></td>
 *   <td>building and verifying a generation</td></tr>
 * <tr><td>{@code rollingwindow.publications}</td><td>counter</td><td></td>
 *   <td>generations that became the target, as far as this process told it</td></tr>
 * <tr><td>{@code rollingwindow.window.rows}</td><td>gauge</td><td></td>
 *   <td>rows in the window with the latest end that finished here</td></tr>
 * <tr><td>{@code rollingwindow.window.end}</td><td>gauge, seconds</td><td></td>
 *   <td>that window's end, in seconds since 1970: how fresh the target is</td></tr>
 * </tbody>
 * </table>
 *
 * <p>The two gauges of the window are not a number before the first run has finished. Calls only
 * count and return. Safe for many runs and threads at once.
 */
public final class MicrometerListener implements WindowListener {

  private static final String RUN = "rollingwindow.run";
  private static final String NO_CODE = "none";
  private static final double MILLIS_PER_SECOND = 1_000;

  private final MeterRegistry registry;
  private final Tags tags;
  private final Calls<Timer.Sample> calls = new Calls<>();
  private final AtomicReference<Latest> latest = new AtomicReference<>();

  private record Latest(Instant end, long rows) {}

  /**
   * Counts in a registry.
   *
   * @param registry where the meters are
   * @param tags the tags of all meters; may be empty
   */
  public MicrometerListener(MeterRegistry registry, Iterable<Tag> tags) {
    this.registry = Objects.requireNonNull(registry, "registry");
    this.tags = Tags.of(tags);
    Gauge.builder("rollingwindow.run.active", calls, Calls::running)
        .tags(this.tags)
        .strongReference(true)
        .register(registry);
    Gauge.builder("rollingwindow.window.rows", () -> known().map(Latest::rows).orElse(null))
        .tags(this.tags)
        .register(registry);
    Gauge.builder(
            "rollingwindow.window.end",
            () -> known().map(it -> it.end().toEpochMilli() / MILLIS_PER_SECOND).orElse(null))
        .tags(this.tags)
        .baseUnit("seconds")
        .register(registry);
  }

  private Optional<Latest> known() {
    return Optional.ofNullable(latest.get());
  }

  @Override
  public void started(WindowPlan plan, String invocationId) {
    calls.start(plan.runId(), Timer.start(registry));
  }

  @Override
  public void chunkVerified(ChunkReceipt receipt) {
    registry.timer("rollingwindow.chunk", tags).record(receipt.stageNanos(), TimeUnit.NANOSECONDS);
    registry.counter("rollingwindow.staged.rows", tags).increment((double) receipt.totals().rows());
    Counter.builder("rollingwindow.staged.size")
        .tags(tags)
        .baseUnit("bytes")
        .register(registry)
        .increment((double) receipt.totals().encodedBytes());
  }

  @Override
  public void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {
    registry
        .counter("rollingwindow.chunk.retries", tags.and("code", cause.code().code()))
        .increment();
  }

  @Override
  public void prepared(RunId run, PreparedGeneration generation) {
    registry
        .timer("rollingwindow.prepare", tags)
        .record(generation.prepareNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void published(RunId run, PreparedGeneration generation) {
    registry.counter("rollingwindow.publications", tags).increment();
  }

  @Override
  public void finished(ProcessResult result) {
    Optional<Timer.Sample> call = calls.end();
    if (call.isEmpty()) {
      registry.counter("rollingwindow.run.repeated", tags).increment();
      return;
    }
    call.get().stop(run("success", NO_CODE));
    Latest finished =
        new Latest(result.rollingWindow().grid().interval().end(), result.windowRows());
    latest.accumulateAndGet(
        finished,
        (before, now) -> before == null || !now.end().isBefore(before.end()) ? now : before);
  }

  @Override
  public void failed(String invocationId, WindowException failure) {
    Timer timer = run("failure", failure.code().code());
    calls.end().ifPresentOrElse(call -> call.stop(timer), () -> timer.record(Duration.ZERO));
  }

  private Timer run(String outcome, String code) {
    return registry.timer(RUN, tags.and("outcome", outcome, "code", code));
  }
}
