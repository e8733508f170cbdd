package io.rollingwindow.it.events;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.it.verify.MultisetComparison;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.type.WindowSchema;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;

/**
 * How the source and the target of the events are composed and checked.
 *
 * @param postgres the database of the source
 * @param clickHouse the database of the target
 */
public record EventsRoute(PostgresEndpoint postgres, ClickHouseEndpoint clickHouse) {

  /** The stable name of the route. */
  public static final String ROUTE_ID = "postgres-events-to-clickhouse-events";

  /** The columns of the target. */
  public static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
          .column("amount", "Nullable(Decimal(18, 2))")
          .column("name", "String")
          .column("quantity", "Int32")
          .build();

  /** The end of the window. */
  public static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  /**
   * Makes and fills the tables of both sides.
   *
   * @param sourceRows rows of the source inside the window
   * @param targetRows rows of the target before, in and after the window, each
   * @param layout how the target is divided
   * @throws SQLException when a server refuses
   */
  public void create(int sourceRows, int targetRows, EventsTarget.Layout layout)
      throws SQLException {
    try (Connection source = postgres.connect();
        Connection target = clickHouse.connect()) {
      EventsSource.create(source, sourceRows);
      EventsTarget.create(target, targetRows, layout);
    }
  }

  /**
   * Seven days by the day.
   *
   * @param parallelism how many workers
   * @return the configuration
   */
  public static RollingWindowConfig config(int parallelism) {
    return RollingWindowConfig.builder()
        .windowColumn("observed_at")
        .intervalEnd(END)
        .lookback(Duration.ofDays(7))
        .chunkInterval(Duration.ofDays(1))
        .parallelism(parallelism)
        .build();
  }

  /**
   * Composes the source.
   *
   * @return the source
   */
  public PostgresWindowSource source() {
    return PostgresWindowSource.builder()
        .connections(postgres::connect)
        .schema("public")
        .table("events")
        .build();
  }

  /**
   * Composes the target.
   *
   * @param bulk the client for rows; the caller closes it
   * @param guard the writer guard
   * @return the target
   */
  public ClickHouseWindowTarget target(Client bulk, ExclusiveWindowWriterGuard guard) {
    return ClickHouseWindowTarget.builder()
        .targetId("clickhouse/events")
        .database(clickHouse.database())
        .table("events")
        .schema(SCHEMA)
        .windowColumn("observed_at")
        .control(clickHouse::connect)
        .bulk(bulk)
        .writerGuard(guard)
        .build();
  }

  /**
   * Compares the window of both sides row by row, with nothing of the library in between.
   *
   * @return what was found
   * @throws SQLException when a query fails
   */
  public MultisetComparison compareWindow() throws SQLException {
    try (Connection source = postgres.connect();
        Connection target = clickHouse.connect()) {
      source.setAutoCommit(false);
      return MultisetComparison.of(
          source, EventsSource.SORTED_WINDOW, target, EventsTarget.SORTED_WINDOW);
    }
  }

  /**
   * Counts the distinct rows outside the window that are no longer there as often as at first.
   *
   * @return 0 when the outside is untouched
   * @throws SQLException when a query fails
   */
  public long outsideDifferences() throws SQLException {
    try (Connection target = clickHouse.connect()) {
      return EventsTarget.outsideDifferences(target);
    }
  }
}
