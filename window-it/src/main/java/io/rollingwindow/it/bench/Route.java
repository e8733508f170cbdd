package io.rollingwindow.it.bench;

import com.clickhouse.client.api.Client;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.WindowListener;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

/** Our library, composed for one source table and one target table. */
final class Route implements AutoCloseable {

  private static final String ROUTE = "bench-route";

  private final PostgresWindowSource source;
  private final Client bulk;
  private final ClickHouseWindowTarget target;
  private final SqliteWindowStore store;

  Route(Source source, ClickHouseEndpoint clickHouse, String table, Path journal) {
    this.source = source.reader();
    this.bulk = clickHouse.client().compressServerResponse(false).build();
    this.target =
        ClickHouseWindowTarget.builder()
            .targetId(clickHouse.database() + "." + table)
            .database(clickHouse.database())
            .table(table)
            .schema(source.shape().schema())
            .windowColumn(Shape.WINDOW_COLUMN)
            .control(clickHouse::connect)
            .bulk(bulk)
            .writerGuard(new SoleProcessGuard())
            .build();
    this.store = SqliteWindowStore.open(journal);
  }

  PostgresWindowSource source() {
    return source;
  }

  ClickHouseWindowTarget target() {
    return target;
  }

  SqliteWindowStore store() {
    return store;
  }

  /** The window in chunks of a length. */
  static RollingWindowConfig config(Duration window, Duration chunk, int parallelism) {
    return RollingWindowConfig.builder()
        .windowColumn(Shape.WINDOW_COLUMN)
        .intervalEnd(Shape.WINDOW_START.plus(window))
        .lookback(window)
        .chunkInterval(chunk)
        .parallelism(parallelism)
        .build();
  }

  WindowRequest request(RollingWindowConfig config) {
    return config.toRequest(ROUTE, target.targetId(), target.schema());
  }

  /** Refreshes the window once, as a new invocation. */
  io.rollingwindow.ProcessResult run(RollingWindowConfig config, WindowListener listener) {
    return RollingWindowRuntime.builder()
        .routeId(ROUTE)
        .source(source)
        .target(target)
        .store(store)
        .evidence((plan, generation, receipts, lease, metrics) -> {})
        .state((plan, lease) -> {})
        .listener(listener)
        .build()
        .run(config, UUID.randomUUID().toString());
  }

  @Override
  public void close() {
    store.close();
    bulk.close();
  }
}
