package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.bridge.RowPolicy;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreflightMode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts whose profile would change what statements mean. */
class AccountIT {

  @TempDir Path directory;

  private static final Row KEPT = Row.at(1, "2026-08-15T00:00:00Z", "kept");
  private static final Row NO_WINDOW = new Row(2, null, "kept");
  private static final Row NEW = Row.at(4, "2026-09-04T00:00:00Z", "new");

  private EmbeddedClickHouseServer server(Map<String, String> profile) {
    ClickHouseOptions options = ClickHouseOptions.in(directory);
    for (Map.Entry<String, String> setting : profile.entrySet()) {
      options = options.withProfileSetting(setting.getKey(), setting.getValue());
    }
    return EmbeddedClickHouseServer.start(options);
  }

  private static void assertPublishesExactly(EmbeddedClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      events.database.execute(
          "INSERT INTO events SELECT id, if(id = 2, NULL, fromUnixTimestamp64Micro(toInt64(at),"
              + " 'UTC')), if(id = 3, 'old', 'kept') FROM values('id Int64, at Int64', (1,"
              + " 1786752000000000), (2, 0), (3, 1788480000000000)) SETTINGS limit = 0,"
              + " async_insert = 0, max_partitions_per_insert_block = 0");
      for (GenerationStrategy strategy : GenerationStrategy.values()) {
        ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
        assertEquals(
            List.of(),
            target.preflight(events.request(Duration.ofDays(7)), PreflightMode.RUN).findings());
        WindowPlan plan = events.plan(Duration.ofDays(7));

        events.publish(target, plan, events.stageAll(target, plan, NEW, NEW));

        assertEquals(Events.shown(KEPT, NO_WINDOW, NEW, NEW), events.plainRows());
      }
    }
  }

  @Test
  void aProfileThatCutsResultsChangesNothing() {
    try (EmbeddedClickHouseServer server =
        server(
            Map.of(
                "limit", "1",
                "read_overflow_mode", "break",
                "max_rows_to_read", "1000000",
                "result_overflow_mode", "break",
                "timeout_overflow_mode", "break"))) {
      assertPublishesExactly(server);
    }
  }

  @Test
  void aProfileThatReinterpretsExpressionsChangesNothing() {
    try (EmbeddedClickHouseServer server =
        server(
            Map.of(
                "aggregate_functions_null_for_empty", "1",
                "empty_result_for_aggregation_by_empty_set", "1",
                "transform_null_in", "1",
                "join_use_nulls", "1",
                "use_query_cache", "1",
                "query_cache_system_table_handling", "save",
                "query_cache_nondeterministic_function_handling", "save",
                "session_timezone", "America/New_York",
                "optimize_injective_functions_in_group_by", "1",
                "show_table_uuid_in_table_create_query_if_not_nil", "1"))) {
      assertPublishesExactly(server);
    }
  }

  @Test
  void aProfileThatTamesInsertsChangesNothing() {
    try (EmbeddedClickHouseServer server =
        server(
            Map.of(
                "async_insert", "1",
                "wait_for_async_insert", "0",
                "insert_deduplicate", "1",
                "deduplicate_insert", "enable",
                "input_format_null_as_default", "1",
                "input_format_native_decode_types_in_binary_format", "1",
                "max_partitions_per_insert_block", "1",
                "input_format_allow_errors_num", "1000",
                "max_table_size_to_drop", "1"))) {
      assertPublishesExactly(server);
    }
  }

  @Test
  void theZoneOfTheServerPlaysNoPart() {
    ClickHouseOptions options =
        ClickHouseOptions.in(directory).withTimezone(ZoneId.of("America/Chicago"));
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start(options)) {
      assertPublishesExactly(server);
    }
  }

  @Test
  void rowPoliciesOverTheTargetAreRefusedByName() {
    ClickHouseOptions options =
        ClickHouseOptions.in(directory)
            .withRowPolicies(List.of(new RowPolicy("policed", "events", "id < 1000")));
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start(options);
        Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("CREATE DATABASE policed ENGINE = Atomic");
      events.database.execute("CREATE TABLE policed.events AS events");

      List<Finding> findings =
          events
              .builder()
              .database("policed")
              .build()
              .preflight(events.request(Duration.ofDays(7)), PreflightMode.RUN)
              .findings();

      assertEquals(1, findings.size(), findings::toString);
      assertEquals(ErrorCode.TARGET_REFUSED, findings.get(0).code());
      assertTrue(findings.get(0).message().contains("row policy"));
      assertEquals(
          List.of(),
          events
              .builder()
              .build()
              .preflight(events.request(Duration.ofDays(7)), PreflightMode.RUN)
              .findings());
    }
  }
}
