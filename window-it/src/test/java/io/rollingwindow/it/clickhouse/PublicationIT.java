package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.TargetPreflight;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@WithServers
class PublicationIT {

  private static final Row NO_WINDOW = new Row(1, null, "kept");
  private static final Row BEFORE = Row.at(2, "2026-09-01T23:59:59.999999Z", "kept");
  private static final Row OLD = Row.at(3, "2026-09-04T00:00:00Z", "replaced");
  private static final Row AT_END = Row.at(4, "2026-09-09T00:00:00Z", "kept");
  private static final Row NEW_AT_START = Row.at(5, "2026-09-02T00:00:00Z", "Привет 😀");
  private static final Row NEW_LAST = Row.at(6, "2026-09-08T23:59:59.999999Z", null);
  private static final Row NEW_EMPTY = Row.at(7, "2026-09-05T12:00:00Z", "");

  @ParameterizedTest
  @EnumSource
  void publishesExactlyTheNewWindow(GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      events.insert(NO_WINDOW, NO_WINDOW, BEFORE, OLD, AT_END);
      ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
      TargetPreflight preflight =
          target.preflight(events.request(Duration.ofDays(2)), PreflightMode.RUN);
      assertEquals(List.of(), preflight.findings());
      assertEquals(Optional.of(strategy), preflight.strategy());

      WindowPlan plan = events.plan(Duration.ofDays(2));
      List<ChunkReceipt> receipts =
          events.stageAll(target, plan, NEW_AT_START, NEW_AT_START, NEW_LAST, NEW_EMPTY);
      String before = events.uuid(Events.TABLE);

      PublicationStanding.Published published =
          assertInstanceOf(
              PublicationStanding.Published.class, events.publish(target, plan, receipts));

      assertEquals(
          Events.shown(
              NO_WINDOW,
              NO_WINDOW,
              BEFORE,
              AT_END,
              NEW_AT_START,
              NEW_AT_START,
              NEW_LAST,
              NEW_EMPTY),
          events.rows());
      assertEquals(before, events.uuid(published.backupTable()));
      assertEquals(
          Events.shown(NO_WINDOW, NO_WINDOW, BEFORE, OLD, AT_END),
          events.rows(published.backupTable()));
    }
  }
}
