package io.rollingwindow.observe;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
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
import java.time.InstantSource;
import java.util.Objects;

/**
 * Traces runs with OpenTelemetry.
 *
 * <p>A call is a span {@code rollingwindow.run}, a child of whatever span is current where the
 * runtime is called. Below it is a span {@code rollingwindow.chunk} for each verified chunk, as
 * long as reading, loading and verifying it took. What happens in between are events of the call's
 * span: {@code rollingwindow.chunk.retried}, {@code rollingwindow.prepared}, {@code
 * rollingwindow.published}, {@code rollingwindow.evidence_recorded} and {@code
 * rollingwindow.state_advanced}. A failed call has the status error with the error's code, also as
 * {@code error.type}, and the exception as an event. A call that ends before it starts, refused or
 * answered from an earlier one ({@code rollingwindow.repeated}), is a span without length.
 *
 * <p>Attributes, all below {@code rollingwindow.}: of calls {@code invocation}, {@code run}, {@code
 * route}, {@code target}, {@code window.start}, {@code window.end}, {@code chunks} and {@code
 * window.rows}; of chunks {@code chunk}, {@code attempt}, {@code rows} and {@code bytes}; of events
 * what they tell. None holds values of rows.
 *
 * <p>Calls only record and return, as long as the span processor does; use a batching one. Safe for
 * many runs and threads at once.
 */
public final class OpenTelemetryListener implements WindowListener {

  private static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");
  private static final AttributeKey<String> INVOCATION = text("invocation");
  private static final AttributeKey<String> RUN = text("run");
  private static final AttributeKey<String> ROUTE = text("route");
  private static final AttributeKey<String> TARGET = text("target");
  private static final AttributeKey<String> WINDOW_START = text("window.start");
  private static final AttributeKey<String> WINDOW_END = text("window.end");
  private static final AttributeKey<Long> CHUNKS = number("chunks");
  private static final AttributeKey<Long> WINDOW_ROWS = number("window.rows");
  private static final AttributeKey<Long> OUTSIDE_ROWS = number("outside.rows");
  private static final AttributeKey<Boolean> REPEATED =
      AttributeKey.booleanKey("rollingwindow.repeated");
  private static final AttributeKey<Long> CHUNK = number("chunk");
  private static final AttributeKey<Long> ATTEMPT = number("attempt");
  private static final AttributeKey<Long> ROWS = number("rows");
  private static final AttributeKey<Long> BYTES = number("bytes");
  private static final AttributeKey<String> CODE = text("code");
  private static final AttributeKey<Long> PAUSE = number("pause_ms");
  private static final AttributeKey<String> STRATEGY = text("strategy");
  private static final AttributeKey<String> GENERATION = text("generation");

  private final Tracer tracer;
  private final InstantSource clock;
  private final Calls<Span> calls = new Calls<>();

  /**
   * Traces with a tracer.
   *
   * @param tracer makes the spans
   */
  public OpenTelemetryListener(Tracer tracer) {
    this(tracer, InstantSource.system());
  }

  OpenTelemetryListener(Tracer tracer, InstantSource clock) {
    this.tracer = Objects.requireNonNull(tracer, "tracer");
    this.clock = clock;
  }

  @Override
  public void started(WindowPlan plan, String invocationId) {
    Span span =
        call()
            .setAttribute(INVOCATION, invocationId)
            .setAttribute(RUN, plan.runId().value())
            .setAttribute(ROUTE, plan.routeId())
            .setAttribute(TARGET, plan.targetId())
            .setAttribute(WINDOW_START, plan.interval().start().toString())
            .setAttribute(WINDOW_END, plan.interval().end().toString())
            .setAttribute(CHUNKS, (long) plan.grid().count())
            .startSpan();
    calls.start(plan.runId(), span).ifPresent(Span::end);
  }

  @Override
  public void chunkVerified(ChunkReceipt receipt) {
    Instant end = clock.instant();
    SpanBuilder chunk =
        tracer
            .spanBuilder("rollingwindow.chunk")
            .setStartTimestamp(end.minusNanos(receipt.stageNanos()))
            .setAttribute(RUN, receipt.attempt().run().value())
            .setAttribute(CHUNK, (long) receipt.chunk())
            .setAttribute(ATTEMPT, (long) receipt.attempt().attempt())
            .setAttribute(ROWS, receipt.totals().rows())
            .setAttribute(BYTES, receipt.totals().encodedBytes());
    calls
        .of(receipt.attempt().run())
        .ifPresent(call -> chunk.setParent(Context.current().with(call)));
    chunk.startSpan().end(end);
  }

  @Override
  public void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {
    event(
        attempt.run(),
        "chunk.retried",
        Attributes.of(
            CHUNK,
            (long) attempt.chunk(),
            ATTEMPT,
            (long) attempt.attempt(),
            CODE,
            cause.code().code(),
            PAUSE,
            pause.toMillis()));
  }

  @Override
  public void prepared(RunId run, PreparedGeneration generation) {
    event(
        run,
        "prepared",
        Attributes.of(
            GENERATION,
            generation.table(),
            STRATEGY,
            generation.strategy().name(),
            WINDOW_ROWS,
            generation.windowRows(),
            OUTSIDE_ROWS,
            generation.outsideRows()));
  }

  @Override
  public void published(RunId run, PreparedGeneration generation) {
    event(run, "published", Attributes.of(GENERATION, generation.table()));
  }

  @Override
  public void evidenceRecorded(RunId run) {
    event(run, "evidence_recorded", Attributes.empty());
  }

  @Override
  public void stateAdvanced(RunId run) {
    event(run, "state_advanced", Attributes.empty());
  }

  @Override
  public void finished(ProcessResult result) {
    Span span =
        calls
            .end()
            .orElseGet(
                () ->
                    call()
                        .setAttribute(RUN, result.rollingWindow().runId().value())
                        .setAttribute(REPEATED, true)
                        .startSpan());
    span.setAttribute(WINDOW_ROWS, result.windowRows());
    span.end();
  }

  @Override
  public void failed(String invocationId, WindowException failure) {
    Span span =
        calls.end().orElseGet(() -> call().setAttribute(INVOCATION, invocationId).startSpan());
    span.setAttribute(ERROR_TYPE, failure.code().code());
    span.setStatus(StatusCode.ERROR, failure.code().code());
    span.recordException(failure);
    span.end();
  }

  private SpanBuilder call() {
    return tracer.spanBuilder("rollingwindow.run");
  }

  private void event(RunId run, String name, Attributes attributes) {
    calls.of(run).ifPresent(call -> call.addEvent("rollingwindow." + name, attributes));
  }

  private static AttributeKey<String> text(String name) {
    return AttributeKey.stringKey("rollingwindow." + name);
  }

  private static AttributeKey<Long> number(String name) {
    return AttributeKey.longKey("rollingwindow." + name);
  }
}
