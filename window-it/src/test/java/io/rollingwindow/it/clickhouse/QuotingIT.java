package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import com.clickhouse.client.api.Client;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that must be quoted work in database, table and column. */
@WithServers
class QuotingIT {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select",
        "with space",
        "back`tick",
        "quote'd",
        "double\"quote",
        "back\\slash",
        "Ünïcode-東京-😀",
        "semi;colon -- comment",
        "{d '2026-01-01'}",
        "row_bytes"
      })
  void anyNameIsTakenAsItIs(String name, ClickHouseServer server) throws IOException {
    Database direct = new Database(server.endpoint());
    String database = quoted(name + " db");
    String table = database + "." + quoted(name);
    String window = quoted(name + " at");
    direct.execute("DROP DATABASE IF EXISTS " + database + " SYNC");
    direct.execute("CREATE DATABASE " + database + " ENGINE = Atomic");
    direct.execute(
        "CREATE TABLE %s (%s Int64, %s DateTime64(6, 'UTC')) ENGINE = MergeTree PARTITION BY"
                .formatted(table, quoted(name), window)
            + " toYYYYMM(%s) ORDER BY %s".formatted(window, quoted(name)));
    direct.execute("INSERT INTO " + table + " VALUES (1, 0), (2, 5000000)");
    WindowSchema schema =
        WindowSchema.builder()
            .column(name, "Int64")
            .column(name + " at", "DateTime64(6, 'UTC')")
            .build();
    ClickHouseEndpoint endpoint = server.endpoint();
    try (Client bulk = endpoint.client().build()) {
      for (GenerationStrategy strategy : GenerationStrategy.values()) {
        ClickHouseWindowTarget target =
            ClickHouseWindowTarget.builder()
                .targetId(Events.TARGET_ID)
                .database(name + " db")
                .table(name)
                .schema(schema)
                .windowColumn(name + " at")
                .control(endpoint::connect)
                .bulk(bulk)
                .durability(false)
                .strategy(strategy)
                .writerGuard(new SoleProcessGuard())
                .build();
        publishOne(target, schema, name);
        assertEquals(
            List.of("2", "7"),
            direct.strings(
                "SELECT toString(" + quoted(name) + ") AS x FROM " + table + " ORDER BY x"));
      }
    } finally {
      direct.execute("DROP DATABASE " + database + " SYNC");
    }
  }

  private static void publishOne(ClickHouseWindowTarget target, WindowSchema schema, String name)
      throws IOException {
    WindowRequest request =
        new WindowRequest(
            "route",
            Events.TARGET_ID,
            schema,
            name + " at",
            new ChunkGrid(new WindowInterval(0, 1000), 1000));
    assertEquals(List.of(), target.preflight(request, PreflightMode.RUN).findings());
    WindowPlan plan =
        WindowPlan.of(
            request,
            new SourceIdentity("s", "d", "r", name + System.nanoTime()),
            new SecureRandom());
    Held lease = new Held(Events.TARGET_ID, 1);
    ChunkReceipt receipt;
    try (StagingAttempt attempt = target.stage(plan, new AttemptId(plan.runId(), 0, 1), lease);
        StagingStream stream = attempt.openStream()) {
      stream.rows().int64(7);
      stream.rows().epochMicros(0);
      stream.rows().endRow();
      RowTotals totals = stream.finish();
      receipt = attempt.verify(totals, Events.again());
    }
    try (PublicationHold hold = target.hold(plan, lease)) {
      PreparedGeneration generation = hold.prepare(List.of(receipt));
      hold.prove(generation);
      PublicationIntent intent =
          new PublicationIntent(
              plan.runId(),
              target.table(),
              generation.targetUuid(),
              generation.table(),
              generation.tableUuid(),
              1);
      hold.exchange(intent);
      assertInstanceOf(PublicationStanding.Published.class, hold.settle(intent));
    }
    target.dropStaging(plan, List.of(receipt), lease);
  }

  private static String quoted(String name) {
    return "`" + name.replace("\\", "\\\\").replace("`", "\\`") + "`";
  }
}
