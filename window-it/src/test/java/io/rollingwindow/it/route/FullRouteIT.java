package io.rollingwindow.it.route;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.StateCallback;
import io.rollingwindow.WindowListener;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.ObligationException;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.Servers;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.WindowSource;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The whole way from a PostgreSQL table to a published ClickHouse table. */
@WithServers
class FullRouteIT {

  @TempDir Path folder;

  private final List<String> calls = new ArrayList<>();
  private final List<List<Long>> receipts = new ArrayList<>();
  private int opened;
  private EventsRoute route;
  private SqliteWindowStore store;
  private Client bulk;

  @BeforeEach
  void prepare(Servers servers) throws SQLException {
    route =
        new EventsRoute(servers.postgres().freshDatabase(), servers.clickHouse().freshDatabase());
    store = SqliteWindowStore.open(folder.resolve("journal.sqlite"));
    bulk = route.clickHouse().client().build();
    source(
        "CREATE TABLE public.events (id bigint NOT NULL, observed_at timestamptz,"
            + " amount numeric(18, 2), name text NOT NULL, quantity integer NOT NULL)");
    target(
        "CREATE TABLE events (id Int64, observed_at Nullable(DateTime64(6, 'UTC')),"
            + " amount Nullable(Decimal(18, 2)), name String, quantity Int32)"
            + " ENGINE = MergeTree ORDER BY id");
    target(
        "INSERT INTO events VALUES (1, NULL, NULL, 'no instant', 1),"
            + " (2, '2026-09-06 23:59:59.999999', 1, 'before', 1),"
            + " (3, '2026-09-07 12:00:00', 1, 'stale', 1),"
            + " (4, '2026-09-09 00:00:00', 1, 'at the end', 1)");
  }

  @AfterEach
  void close() {
    bulk.close();
    store.close();
  }

  @Test
  void publishesTheSnapshotsWindowAndNothingElse() throws Exception {
    source(
        "INSERT INTO public.events VALUES (10, '2026-09-07 00:00Z', 1.50, 'first', 1),"
            + " (10, '2026-09-07 00:00Z', 1.50, 'first', 1),"
            + " (11, '2026-09-07 23:59:59.999999Z', NULL, 'Грома́дный', 2),"
            + " (12, NULL, 1, 'no instant', 1), (13, '2026-09-06 23:59:59.999999Z', 1, 'before', 1),"
            + " (14, '2026-09-09 00:00Z', 1, 'at the end', 1),"
            + " (15, 'infinity', 1, 'never', 1), (16, '-infinity', 1, 'ever', 1)");
    ProcessResult result =
        runtime(evidence(), state(), insertOncePlanned()).run(config(), "invocation");
    assertEquals(3, result.windowRows());
    assertEquals(6, result.finalRows());
    assertEquals(List.of(List.of(3L, 0L)), receipts, "the second chunk is empty");
    assertEquals(List.of("evidence", "state"), calls);
    assertEquals(
        List.of(
            "1 \\N no instant",
            "2 2026-09-06 23:59:59.999999 before",
            "4 2026-09-09 00:00:00.000000 at the end",
            "10 2026-09-07 00:00:00.000000 first",
            "10 2026-09-07 00:00:00.000000 first",
            "11 2026-09-07 23:59:59.999999 Грома́дный"),
        targetRows());
  }

  @Test
  void anEmptyWindowRemovesTheRowsInsideAndOnlyThose() throws Exception {
    ProcessResult result =
        runtime(evidence(), state(), WindowListener.NOOP).run(config(), "invocation");
    assertEquals(0, result.windowRows());
    assertEquals(3, result.finalRows());
    assertEquals(
        List.of(
            "1 \\N no instant",
            "2 2026-09-06 23:59:59.999999 before",
            "4 2026-09-09 00:00:00.000000 at the end"),
        targetRows());
  }

  /** Which callback fails once, before it has done anything. */
  enum Fault {
    EVIDENCE,
    STATE
  }

  @ParameterizedTest
  @EnumSource(Fault.class)
  void aCallbackThatFailedIsMadeUpForWithoutSourceOrExchange(Fault fault) throws Exception {
    source("INSERT INTO public.events VALUES (10, '2026-09-07 00:00Z', 1.50, 'first', 1)");
    EvidenceCallback evidence = fault == Fault.EVIDENCE ? failsOnce(evidence()) : evidence();
    StateCallback state = fault == Fault.STATE ? failsOnce(state()) : state();
    RollingWindowRuntime runtime = runtime(evidence, state, WindowListener.NOOP);
    ObligationException owed =
        assertThrows(ObligationException.class, () -> runtime.run(config(), "invocation"));
    assertEquals(
        fault == Fault.EVIDENCE ? ErrorCode.EVIDENCE_FAILED : ErrorCode.STATE_FAILED, owed.code());
    assertTrue(targetRows().contains("10 2026-09-07 00:00:00.000000 first"), "already visible");
    assertTrue(!calls.contains("state"), "state waits for evidence");
    String published = targetUuid();
    ObligationException blocked =
        assertThrows(ObligationException.class, () -> runtime.run(config(), "another"));
    assertEquals(ErrorCode.OBLIGATION_OWED, blocked.code());
    ProcessResult result = runtime.run(config(), "invocation");
    assertEquals(1, opened, "the source was opened again");
    assertEquals(published, targetUuid(), "exchanged again");
    List<String> sofar = List.copyOf(calls);
    assertEquals("state", sofar.get(sofar.size() - 1));
    assertEquals(result, runtime.run(config(), "invocation"));
    assertEquals(sofar, calls, "a repeat calls nothing");
  }

  @Test
  void theResultOfAnOldInvocationIsReturnedAlsoAfterNewerRuns() throws Exception {
    source("INSERT INTO public.events VALUES (10, '2026-09-07 00:00Z', 1.50, 'first', 1)");
    RollingWindowRuntime runtime = runtime(evidence(), state(), WindowListener.NOOP);
    ProcessResult old = runtime.run(config(), "old");
    source("INSERT INTO public.events VALUES (11, '2026-09-07 00:00Z', 2.50, 'second', 1)");
    ProcessResult newer = runtime.run(config(), "newer");
    String published = targetUuid();
    assertEquals(old, runtime.run(config(), "old"));
    assertEquals(published, targetUuid());
    assertEquals(2, newer.windowRows());
    assertEquals(2, opened);
  }

  private RollingWindowRuntime runtime(
      EvidenceCallback evidence, StateCallback state, WindowListener listener) {
    return RollingWindowRuntime.builder()
        .routeId(EventsRoute.ROUTE_ID)
        .source(countingOpenings(route.source()))
        .target(route.target(bulk, new SoleProcessGuard()))
        .store(store)
        .evidence(evidence)
        .state(state)
        .listener(listener)
        .build();
  }

  private static RollingWindowConfig config() {
    return RollingWindowConfig.builder()
        .windowColumn("observed_at")
        .intervalEnd(EventsRoute.END)
        .lookback(Duration.ofDays(2))
        .chunkInterval(Duration.ofDays(1))
        .build();
  }

  private EvidenceCallback evidence() {
    return (plan, generation, chunks, lease, metrics) -> {
      calls.add("evidence");
      receipts.add(chunks.stream().map(chunk -> chunk.totals().rows()).toList());
    };
  }

  private StateCallback state() {
    return (plan, lease) -> calls.add("state");
  }

  private static EvidenceCallback failsOnce(EvidenceCallback callback) {
    boolean[] failed = {false};
    return (plan, generation, chunks, lease, metrics) -> {
      if (!failed[0]) {
        failed[0] = true;
        throw new IOException("the evidence cannot be written");
      }
      callback.record(plan, generation, chunks, lease, metrics);
    };
  }

  private static StateCallback failsOnce(StateCallback callback) {
    boolean[] failed = {false};
    return (plan, lease) -> {
      if (!failed[0]) {
        failed[0] = true;
        throw new IOException("the state cannot be written");
      }
      callback.advance(plan, lease);
    };
  }

  /** A row that comes after the snapshot was taken and before anything of it was read. */
  private WindowListener insertOncePlanned() {
    return new WindowListener() {
      @Override
      public void started(WindowPlan plan, String invocationId) {
        try {
          source("INSERT INTO public.events VALUES (20, '2026-09-07 01:00Z', 1, 'too late', 1)");
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
    };
  }

  private WindowSource countingOpenings(WindowSource source) {
    return new WindowSource() {
      @Override
      public SourcePreflight preflight(WindowRequest request) {
        return source.preflight(request);
      }

      @Override
      public SourceSnapshot open(WindowRequest request) {
        opened++;
        return source.open(request);
      }
    };
  }

  private List<String> targetRows() throws SQLException {
    List<String> found = new ArrayList<>();
    try (Connection connection = route.clickHouse().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT concat(toString(id), ' ', ifNull(toString(observed_at), '\\\\N'), ' ', name)"
                    + " FROM events ORDER BY id, observed_at")) {
      while (rows.next()) {
        found.add(rows.getString(1));
      }
    }
    return found;
  }

  private String targetUuid() throws SQLException {
    try (Connection connection = route.clickHouse().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT toString(uuid) FROM system.tables"
                    + " WHERE database = currentDatabase() AND name = 'events'")) {
      rows.next();
      return rows.getString(1);
    }
  }

  private void source(String sql) throws SQLException {
    try (Connection connection = route.postgres().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void target(String sql) throws SQLException {
    try (Connection connection = route.clickHouse().connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
