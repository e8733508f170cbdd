package io.rollingwindow.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is exported of real runs over ports in memory. */
final class OpenTelemetryListenerTest {

  private final InMemorySpanExporter exported = InMemorySpanExporter.create();
  private final SdkTracerProvider provider =
      SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exported)).build();
  private final Tracer tracer = provider.get("test");
  private final TestWorld world = new TestWorld();

  @AfterEach
  void close() {
    provider.close();
  }

  private void run(String invocationId) {
    world
        .runtime()
        .listener(new OpenTelemetryListener(tracer))
        .build()
        .run(TestWorld.config(2), invocationId);
  }

  private List<SpanData> spans(String name) {
    return exported.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals("rollingwindow." + name))
        .toList();
  }

  private static List<String> events(SpanData span) {
    return span.getEvents().stream().map(EventData::getName).toList();
  }

  private static String text(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  private static long number(SpanData span, String name) {
    Long value = span.getAttributes().get(AttributeKey.longKey("rollingwindow." + name));
    return value == null ? -1 : value;
  }

  @Test
  void aRunIsASpanWithItsStepsAsEvents() {
    run("i1");
    SpanData call = spans("run").get(0);

    assertEquals(1, spans("run").size());
    assertEquals(SpanId.getInvalid(), call.getParentSpanId());
    assertEquals("i1", text(call, "rollingwindow.invocation"));
    assertEquals(TestWorld.TARGET_ID, text(call, "rollingwindow.target"));
    assertEquals("2026-09-07T00:00:00Z", text(call, "rollingwindow.window.start"));
    assertEquals(2, number(call, "chunks"));
    assertEquals(4, number(call, "window.rows"));
    assertEquals(StatusCode.UNSET, call.getStatus().getStatusCode());
    assertEquals(
        List.of(
            "rollingwindow.prepared",
            "rollingwindow.published",
            "rollingwindow.evidence_recorded",
            "rollingwindow.state_advanced"),
        events(call));
  }

  @Test
  void chunksAreSpansBelowTheRunAlsoFromOtherThreads() {
    run("i1");
    SpanData call = spans("run").get(0);
    List<SpanData> chunks = spans("chunk");

    assertEquals(
        Set.of(0L, 1L),
        chunks.stream().map(chunk -> number(chunk, "chunk")).collect(Collectors.toSet()));
    for (SpanData chunk : chunks) {
      assertEquals(call.getSpanId(), chunk.getParentSpanId());
      assertEquals(call.getTraceId(), chunk.getTraceId());
      assertEquals(1, number(chunk, "attempt"));
      assertEquals(2, number(chunk, "rows"));
      assertTrue(number(chunk, "bytes") > 0);
      assertTrue(chunk.getStartEpochNanos() <= chunk.getEndEpochNanos());
    }
  }

  @Test
  void aRunIsBelowTheSpanOfItsCaller() {
    Span caller = tracer.spanBuilder("scheduler").startSpan();
    Context.current().with(caller).wrap(() -> run("i1")).run();
    caller.end();

    assertEquals(caller.getSpanContext().getSpanId(), spans("run").get(0).getParentSpanId());
  }

  @Test
  void aRetryIsAnEvent() {
    world.faults.before(Port.STREAM_OPEN, 1, Expect::passing);
    run("i1");
    EventData retried = spans("run").get(0).getEvents().get(0);

    assertEquals("rollingwindow.chunk.retried", retried.getName());
    assertEquals(
        ErrorCode.TRANSIENT_FAILURE.code(),
        retried.getAttributes().get(AttributeKey.stringKey("rollingwindow.code")));
    assertEquals(
        Set.of(1L, 2L),
        spans("chunk").stream().map(it -> number(it, "attempt")).collect(Collectors.toSet()));
  }

  @Test
  void aFailedRunHasItsCode() {
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    Expect.failure(ErrorCode.EVIDENCE_FAILED, () -> run("i1"));
    SpanData call = spans("run").get(0);

    assertEquals(StatusCode.ERROR, call.getStatus().getStatusCode());
    assertEquals(ErrorCode.EVIDENCE_FAILED.code(), call.getStatus().getDescription());
    assertEquals(ErrorCode.EVIDENCE_FAILED.code(), text(call, "error.type"));
    assertEquals(
        List.of("rollingwindow.prepared", "rollingwindow.published", "exception"), events(call));
    assertEquals("i1", text(call, "rollingwindow.invocation"));
  }

  @Test
  void aCallThatNeverStartedIsASpanTooAndLeavesNothingForTheNextOne() {
    world.faults.before(Port.SOURCE_PREFLIGHT, 1, Expect::crash);
    Expect.failure(ErrorCode.PREFLIGHT_REFUSED, () -> run("i1"));

    assertEquals("i1", text(spans("run").get(0), "rollingwindow.invocation"));
    assertEquals(StatusCode.ERROR, spans("run").get(0).getStatus().getStatusCode());
    exported.reset();
    run("i2");
    assertEquals(StatusCode.UNSET, spans("run").get(0).getStatus().getStatusCode());
  }

  @Test
  void aRepeatSaysSo() {
    run("i1");
    run("i1");
    AttributeKey<Boolean> repeated = AttributeKey.booleanKey("rollingwindow.repeated");

    assertNull(spans("run").get(0).getAttributes().get(repeated));
    assertEquals(true, spans("run").get(1).getAttributes().get(repeated));
    assertEquals(
        text(spans("run").get(0), "rollingwindow.run"),
        text(spans("run").get(1), "rollingwindow.run"));
  }
}
