package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.type.WindowSchema;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

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
  void aRequestCarriesRouteTargetAndSchema() {
    WindowRequest request = config("observed_at").toRequest("route", "target", SCHEMA);

    assertEquals("route", request.routeId());
    assertEquals("target", request.targetId());
    assertEquals(SCHEMA, request.schema());
    assertEquals("observed_at", request.windowColumn());
    assertEquals(config("observed_at").grid(), request.grid());
  }

  private static RollingWindowConfig config(String column) {
    return RollingWindowConfig.builder()
        .windowColumn(column)
        .intervalEnd(END)
        .lookback(Duration.ofDays(7))
        .build();
  }
}
