package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.plan.RunId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessRunnerTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  private static final String WINDOW = "sink.strategy.window";
  private static final String CHUNKING = "source.options.native_transfer.execution.chunking";

  private final List<String> touched = new ArrayList<>();
  private final ProcessResult result = result();
  private final ProcessRunner runner =
      ProcessRunner.withWindowSupport(
          config -> {
            touched.add("create " + config);
            return (given, invocationId) -> {
              touched.add("run " + given + " as " + invocationId);
              return result;
            };
          });

  @Test
  void aWindowIsRunByTheRuntimeOfTheFactory() {
    RollingWindowConfig config = RollingWindowConfig.fromManifest(Manifests.valid(), END);

    assertSame(result, runner.run(Manifests.valid(), END, "2026-09-09"));
    assertEquals(List.of("create " + config, "run " + config + " as 2026-09-09"), touched);
  }

  @Test
  void withoutWindowSupportAWindowIsRefused() {
    ConfigurationException refusal =
        assertThrows(
            ConfigurationException.class,
            () -> ProcessRunner.withoutWindowSupport().run(Manifests.valid(), END, "id"));

    assertEquals("rolling_window_capability_required", refusal.code().code());
  }

  @Test
  void withoutWindowSupportAnUnreadableWindowIsRefusedToo() {
    assertEquals(
        ErrorCode.ROLLING_WINDOW_CAPABILITY_REQUIRED,
        refusal(ProcessRunner.withoutWindowSupport(), Manifests.with(WINDOW, "P7D")));
  }

  @Test
  void chunkingWithoutAWindowIsRefusedByEitherRunner() {
    for (ProcessRunner either : List.of(runner, ProcessRunner.withoutWindowSupport())) {
      assertEquals(
          ErrorCode.CONFIG_CHUNKING_WITHOUT_WINDOW, refusal(either, Manifests.without(WINDOW)));
    }
  }

  @Test
  void aManifestWithoutAWindowIsRefusedByEitherRunner() {
    for (ProcessRunner either : List.of(runner, ProcessRunner.withoutWindowSupport())) {
      Map<String, Object> manifest = Manifests.without(WINDOW);
      Manifests.remove(manifest, CHUNKING);

      assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal(either, manifest));
    }
  }

  @Test
  void nothingThatIsWrongReachesTheFactory() {
    refusal(runner, Manifests.with("sink.strategy.mode", "append"));
    refusal(runner, Manifests.with("sink.strategy.atomicity", "none"));
    refusal(runner, Manifests.with("sink.strategy.custom_predicate", "a > 1"));
    refusal(runner, Manifests.with("sink.portable_scope", Map.of("a", 1)));
    refusal(runner, Manifests.with("source.cdc", true));
    refusal(runner, Manifests.with("hooks", List.of("a")));
    refusal(runner, Manifests.with(WINDOW + ".lookback", "P1M"));
    refusal(runner, Manifests.with(WINDOW + ".chunk_interval", "PT0.000001S"));
    refusal(runner, Manifests.with(CHUNKING + ".parallelism", true));
    refusal(runner, Manifests.with(CHUNKING + ".parallelism", 65));
    refusal(runner, Manifests.with(CHUNKING + ".workers", 4));
    refusal(runner, Manifests.without(WINDOW));
    assertThrows(ConfigurationException.class, () -> runner.run(Manifests.valid(), null, "id"));

    assertEquals(List.of(), touched);
  }

  @Test
  void whatTheRuntimeReportsIsPassedOn() {
    SnapshotExpiredException failure =
        new SnapshotExpiredException(ErrorCode.SNAPSHOT_EXPIRED, "The snapshot is gone.");
    ProcessRunner failing =
        ProcessRunner.withWindowSupport(
            config ->
                (given, id) -> {
                  throw failure;
                });

    assertSame(
        failure,
        assertThrows(
            SnapshotExpiredException.class, () -> failing.run(Manifests.valid(), END, "id")));
  }

  private static ErrorCode refusal(ProcessRunner runner, Map<String, ?> manifest) {
    return assertThrows(ConfigurationException.class, () -> runner.run(manifest, END, "id")).code();
  }

  private static ProcessResult result() {
    RollingWindowConfig config = RollingWindowConfig.fromManifest(Manifests.valid(), END);
    return new ProcessResult(
        ProcessResult.Status.SUCCEEDED,
        2,
        42,
        Duration.ofSeconds(1),
        new RollingWindowDetails(
            config.grid(), "fingerprint", new RunId("0".repeat(32)), "generation", "uuid"));
  }
}
