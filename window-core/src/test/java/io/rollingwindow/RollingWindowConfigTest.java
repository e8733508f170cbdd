package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.type.WindowSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class RollingWindowConfigTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  private static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
          .build();

  @Test
  void theManifestOfTheGuideSelectsSevenDaysInSevenChunks() {
    RollingWindowConfig config = RollingWindowConfig.fromManifest(Manifests.valid(), END);

    assertEquals("observed_at", config.windowColumn());
    assertEquals(WindowInterval.of(Instant.parse("2026-09-02T00:00:00Z"), END), config.interval());
    assertEquals(7, config.grid().count());
    assertEquals(Duration.ofDays(1).toMillis() * 1_000, config.chunkMicros());
    assertEquals(4, config.parallelism());
  }

  @Test
  void aBuilderMakesTheSameConfiguration() {
    assertEquals(
        RollingWindowConfig.fromManifest(Manifests.valid(), END),
        RollingWindowConfig.builder()
            .windowColumn("observed_at")
            .intervalEnd(END)
            .lookback(Duration.ofDays(7))
            .chunkInterval(Duration.ofDays(1))
            .parallelism(4)
            .build());
  }

  @Test
  void aConfigurationKeepsNothingOfItsManifest() {
    Map<String, Object> manifest = Manifests.valid();
    RollingWindowConfig config = RollingWindowConfig.fromManifest(manifest, END);
    RollingWindowConfig same = RollingWindowConfig.fromManifest(manifest, END);
    Manifests.put(manifest, "sink.strategy.window.lookback", "P1D");
    Manifests.put(manifest, "sink.strategy.window.column", "other");

    assertEquals(same, config);
    assertEquals("observed_at", config.windowColumn());
  }

  @Test
  void twoSpellingsOfOneLengthAreOneConfiguration() {
    RollingWindowConfig days = RollingWindowConfig.fromManifest(Manifests.valid(), END);
    RollingWindowConfig hours =
        RollingWindowConfig.fromManifest(
            Manifests.with("sink.strategy.window.lookback", "PT168H"), END);

    assertEquals(days, hours);
    assertEquals(days.hashCode(), hours.hashCode());
  }

  @Test
  void everySettingTellsConfigurationsApart() {
    RollingWindowConfig config = RollingWindowConfig.fromManifest(Manifests.valid(), END);

    assertNotEquals(
        config, RollingWindowConfig.fromManifest(Manifests.valid(), END.plusSeconds(1)));
    for (Map<String, Object> other :
        List.of(
            Manifests.with("sink.strategy.window.column", "other"),
            Manifests.with("sink.strategy.window.lookback", "P8D"),
            Manifests.with("sink.strategy.window.chunk_interval", "P2D"),
            Manifests.with("source.options.native_transfer.execution.chunking.parallelism", 5))) {
      assertNotEquals(config, RollingWindowConfig.fromManifest(other, END));
    }
    assertNotEquals(config, "another thing");
  }

  @Test
  void parallelismIsNoPartOfWhatIsAskedFor() {
    Map<String, Object> more =
        Manifests.with("source.options.native_transfer.execution.chunking.parallelism", 64);

    assertEquals(
        RollingWindowConfig.fromManifest(Manifests.valid(), END)
            .toRequest("route", "target", SCHEMA),
        RollingWindowConfig.fromManifest(more, END).toRequest("route", "target", SCHEMA));
  }

  @Test
  void itPrintsWhatItIs() {
    assertEquals(
        "observed_at in [2026-09-02T00:00:00Z, 2026-09-09T00:00:00Z) by P1D, parallelism 4",
        RollingWindowConfig.fromManifest(Manifests.valid(), END).toString());
  }

  @Test
  void aRequestCarriesRouteTargetAndSchema() {
    RollingWindowConfig config = config("observed_at");

    assertEquals(
        new WindowRequest("route", "target", SCHEMA, "observed_at", config.grid()),
        config.toRequest("route", "target", SCHEMA));
  }

  @Test
  void aColumnThatTheSchemaDoesNotHaveIsRefused() {
    for (String column : List.of("observed", "observed_at; DROP TABLE t", "toDate(observed_at)")) {
      ConfigurationException refusal =
          assertThrows(
              ConfigurationException.class,
              () -> config(column).toRequest("route", "target", SCHEMA));

      assertEquals(ErrorCode.COMPOSITION_INVALID, refusal.code());
      assertTrue(refusal.getMessage().contains(column));
    }
  }

  @Test
  void aRouteOrTargetWithoutANameIsRefused() {
    for (String name : List.of("", " ", "a\nb")) {
      assertEquals(
          ErrorCode.COMPOSITION_INVALID,
          code(() -> config("observed_at").toRequest(name, "target", SCHEMA)));
      assertEquals(
          ErrorCode.COMPOSITION_INVALID,
          code(() -> config("observed_at").toRequest("route", name, SCHEMA)));
    }
  }

  @Test
  void aBuilderHasOneWorkerAndOneChunkUnlessTold() {
    RollingWindowConfig config = config("observed_at");

    assertEquals(1, config.parallelism());
    assertEquals(1, config.grid().count());
  }

  @Test
  void aBuilderRefusesAWrongValueWhereItIsSet() {
    RollingWindowConfig.Builder builder = RollingWindowConfig.builder();
    for (Executable setter :
        List.<Executable>of(
            () -> builder.windowColumn(" "),
            () -> builder.windowColumn("a\u0000"),
            () -> builder.intervalEnd(END.plusNanos(1)),
            () -> builder.intervalEnd(Instant.MAX),
            () -> builder.lookback(Duration.ZERO),
            () -> builder.lookback(Duration.ofDays(-1)),
            () -> builder.lookback(Duration.ofNanos(1)),
            () -> builder.chunkInterval(Duration.ZERO),
            () -> builder.parallelism(0),
            () -> builder.parallelism(-1),
            () -> builder.parallelism(65))) {
      assertEquals(ErrorCode.CONFIG_INVALID_VALUE, code(setter));
    }
    assertEquals(1, complete().parallelism(1).build().parallelism());
    assertEquals(64, complete().parallelism(64).build().parallelism());
  }

  @Test
  void aBuilderNeedsColumnEndAndLookback() {
    Duration week = Duration.ofDays(7);
    for (RollingWindowConfig.Builder incomplete :
        List.of(
            RollingWindowConfig.builder().intervalEnd(END).lookback(week),
            RollingWindowConfig.builder().windowColumn("c").lookback(week),
            RollingWindowConfig.builder().windowColumn("c").intervalEnd(END))) {
      assertEquals(ErrorCode.CONFIG_MISSING_KEY, code(incomplete::build));
    }
  }

  @Test
  void aBuilderRefusesWhatCannotBePlanned() {
    assertEquals(
        ErrorCode.PLAN_INVALID, code(complete().chunkInterval(Duration.ofNanos(1_000))::build));
  }

  private static ErrorCode code(Executable attempt) {
    return assertThrows(ConfigurationException.class, attempt).code();
  }

  private static RollingWindowConfig config(String column) {
    return complete().windowColumn(column).build();
  }

  private static RollingWindowConfig.Builder complete() {
    return RollingWindowConfig.builder()
        .windowColumn("observed_at")
        .intervalEnd(END)
        .lookback(Duration.ofDays(7));
  }
}
