package io.rollingwindow.it.docs;

// [refresh-events]
import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.callbacks.JsonFileEvidence;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.clickhouse.ControlConnections;
import io.rollingwindow.postgres.PgConnectionFactory;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.sqlite.SqliteWindowStore;
import io.rollingwindow.type.WindowSchema;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/** Refreshes seven days of events by the day. Connections and guard are the application's. */
record RefreshEvents(
    PgConnectionFactory postgres,
    ControlConnections clickHouse,
    Client bulk,
    ExclusiveWindowWriterGuard guard,
    String database,
    Path work) {

  ProcessResult run(Instant end, String invocationId) {
    PostgresWindowSource source =
        PostgresWindowSource.builder()
            .connections(postgres)
            .schema("public")
            .table("events")
            .build();
    ClickHouseWindowTarget target =
        ClickHouseWindowTarget.builder()
            .targetId("clickhouse/events")
            .database(database)
            .table("events")
            .schema(
                WindowSchema.builder()
                    .column("id", "Int64")
                    .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
                    .column("amount", "Nullable(Decimal(18, 2))")
                    .column("name", "String")
                    .column("quantity", "Int32")
                    .build())
            .windowColumn("observed_at")
            .control(clickHouse)
            .bulk(bulk)
            .writerGuard(guard)
            .build();
    RollingWindowConfig week =
        RollingWindowConfig.builder()
            .windowColumn("observed_at")
            .intervalEnd(end)
            .lookback(Duration.ofDays(7))
            .chunkInterval(Duration.ofDays(1))
            .parallelism(4)
            .build();
    try (SqliteWindowStore store = SqliteWindowStore.open(work.resolve("journal.sqlite"))) {
      return RollingWindowRuntime.builder()
          .routeId("postgres-events-to-clickhouse-events-v1")
          .source(source)
          .target(target)
          .store(store)
          .evidence(new JsonFileEvidence(work))
          .state(new JdbcWatermarkState(postgres::open, "public.refreshed_until"))
          .build()
          .run(week, invocationId);
    }
  }
}
// [/refresh-events]
