package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.WindowOperations;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.clickhouse.WindowMaintenance;
import io.rollingwindow.error.ObligationException;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.Servers;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

/** The example of the README, and what the pages tell an operator to do, on real servers. */
@WithServers
class RefreshEventsIT {

  @TempDir Path work;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);
  private EventsRoute route;

  @BeforeEach
  void makeTables(Servers servers) throws SQLException {
    route =
        new EventsRoute(servers.postgres().freshDatabase(), servers.clickHouse().freshDatabase());
    route.create(1000, 300, EventsTarget.Layout.BY_DAY);
  }

  private JdbcWatermarkState watermark() throws SQLException {
    JdbcWatermarkState state =
        new JdbcWatermarkState(route.postgres()::connect, "public.refreshed_until");
    state.createTable();
    return state;
  }

  @Test
  void theExampleOfTheReadmeRefreshesAWeek() throws Exception {
    JdbcWatermarkState state = watermark();
    try (Client bulk = route.clickHouse().client().build()) {
      RefreshEvents example =
          new RefreshEvents(
              route.postgres()::connect,
              route.clickHouse()::connect,
              bulk,
              new SoleProcessGuard(),
              route.clickHouse().database(),
              work);

      ProcessResult result = example.run(EventsRoute.END, "events-2026-09-09");

      assertEquals(1000, result.windowRows());
      assertTrue(route.compareWindow().equal());
      assertEquals(0, route.outsideDifferences());
      assertEquals(
          Optional.of(EventsRoute.END),
          state.watermark("postgres-events-to-clickhouse-events-v1", "clickhouse/events"));
      assertTrue(Files.exists(work.resolve(result.rollingWindow().runId() + ".json")));
      assertEquals(result, example.run(EventsRoute.END, "events-2026-09-09"));
    }
  }

  @Test
  void anOperatorFinishesWhatIsOwedRecountsItAndCleansUp() throws Exception {
    RollingWindowConfig week = Compose.configInCode(EventsRoute.END);
    Compose.RowMeter meter = new Compose.RowMeter();
    try (SqliteWindowStore store = Compose.store(work);
        Client bulk = route.clickHouse().client().build()) {
      ClickHouseWindowTarget target = route.target(bulk, new SoleProcessGuard());
      RollingWindowRuntime runtime =
          Compose.runtime(
              route.source(),
              target,
              store,
              failingOnce().andThen(Compose.evidence(work)).andThen(evidenceTable()),
              watermark(),
              meter);
      assertTrue(Compose.dryRun(runtime, week).toString().contains("was not tried"));

      assertEquals(
          Compose.Next.SAME_ID_LATER, Compose.refreshOnce(runtime, week, "events-2026-09-09"));
      ObligationException blocked =
          assertThrows(ObligationException.class, () -> runtime.run(week, "another"));
      Operate.tell(blocked, out);
      WindowOperations operations = Operate.look(runtime, out);
      List<ProcessResult> finished = Operate.finish(runtime, operations, Duration.ofDays(1));

      assertEquals(1, finished.size());
      for (String form : List.of(".json", ".html")) {
        String evidence = finished.get(0).rollingWindow().runId() + form;
        assertTrue(Files.exists(work.resolve(evidence)), evidence);
      }
      assertEquals(List.of(), operations.blocking());
      assertEquals(Compose.Next.DONE, Compose.refreshOnce(runtime, week, "events-2026-09-09"));
      assertEquals(1000, meter.verifiedRows());
      WindowMaintenance maintenance = WindowMaintenance.of(target, store);
      String built = finished.get(0).rollingWindow().generation();
      assertTrue(maintenance.list().stream().noneMatch(table -> table.name().equals(built)));
      assertTrue(
          Operate.recount(maintenance, finished.get(0).rollingWindow().runId(), out),
          "the published window is as it was");
      assertEquals(List.of(), Operate.cleanUp(target, store, out), "the backup is young");
      Operate.dropOrphans(maintenance, Duration.ZERO);
      assertEquals(1, maintenance.dropSettled(Duration.ZERO).size());
      Operate.explain(operations, out);
    }
    String text = printed.toString(StandardCharsets.UTF_8);
    assertTrue(text.contains("obligation_owed: Call again with the same invocation id"), text);
    assertTrue(text.contains("events-2026-09-09 blocks new invocations, owing ["), text);
    assertTrue(text.contains("BACKUP     SETTLED"), text);
  }

  private EvidenceCallback evidenceTable() throws SQLException {
    PGSimpleDataSource database = new PGSimpleDataSource();
    database.setUrl(route.postgres().jdbcUrl());
    database.setUser(route.postgres().user());
    database.setPassword(route.postgres().password());
    try (Connection connection = database.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE refresh_evidence (run_id text PRIMARY KEY, fencing_token bigint,"
              + " window_end text, rows bigint, digest text)");
    }
    return Compose.ownEvidence(database);
  }

  private static EvidenceCallback failingOnce() {
    AtomicInteger calls = new AtomicInteger();
    return (plan, generation, receipts, lease, metrics) -> {
      if (calls.getAndIncrement() == 0) {
        throw new IOException("the evidence cannot be written");
      }
    };
  }
}
