package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.PgConnectionFactory;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSnapshot;
import java.lang.ref.Cleaner;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Factories that do not give independent sessions of one server and database. */
@ExtendWith(Majors.Provider.class)
class SourceConnectionsIT {

  private static final WindowRequest REQUEST = SourceDatabase.week();

  private final Majors majors;
  private SourceDatabase database;

  SourceConnectionsIT(Majors majors) {
    this.majors = majors;
  }

  @BeforeEach
  void freshDatabase() throws SQLException {
    database = SourceDatabase.fresh(majors.server(PostgresVersion.V18)).withEvents();
    database.execute("INSERT INTO events VALUES (1, '2026-09-03Z'), (2, '2026-09-03Z')");
  }

  @AfterEach
  void nothingIsLeftOpen() throws SQLException {
    assertTrue(database.noSessionLeft());
  }

  @Test
  void oneConnectionForAllIsRefused() throws SQLException {
    try (Connection only = database.endpoint().connect()) {
      assertRefused(() -> only, "in use already");
      assertTrue(only.isClosed(), "the keeper's own connection is closed in the end");
    }
  }

  @Test
  void aConnectionThatNobodyElseHoldsOutlivesCollectionsInTheMiddleOfARead() throws SQLException {
    database.execute(
        "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, 100000) i");
    Cleaner cleaner = Cleaner.create();
    List<Connection> real = new CopyOnWriteArrayList<>();
    PgConnectionFactory factory =
        () -> {
          real.add(database.endpoint().connect());
          return Fakes.connectionThatEndsWhenForgotten(real.get(real.size() - 1), cleaner);
        };
    AtomicInteger payloads = new AtomicInteger();
    try (SourceSnapshot snapshot = source(factory).open(REQUEST)) {
      Chunk chunk = REQUEST.grid().chunk(1);
      RowTotals totals =
          ReadRows.read(
              snapshot.slices(chunk, 1).get(0),
              REQUEST,
              chunk,
              (buffer, offset, length) -> {
                payloads.incrementAndGet();
                System.gc();
              });

      assertEquals(100_002, totals.rows());
      assertTrue(payloads.get() > 5);
    } finally {
      for (Connection connection : real) {
        connection.close();
      }
    }
  }

  @Test
  void aWorkerConnectionGivenTwiceIsRefusedAndTheFirstUserKeepsIt() throws SQLException {
    List<Connection> given = new CopyOnWriteArrayList<>();
    PgConnectionFactory factory =
        () -> {
          if (given.size() < 2) {
            given.add(database.endpoint().connect());
          }
          return given.get(given.size() - 1);
        };
    try (SourceSnapshot snapshot = source(factory).open(REQUEST)) {
      List<RefusedException> refusals = new ArrayList<>();
      RowEncoder oneRowAtATime =
          ReadRows.encoder(
              REQUEST,
              REQUEST.grid().chunk(1),
              (buffer, offset, length) ->
                  refusals.add(
                      assertThrows(
                          RefusedException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0))),
              16);
      snapshot
          .slices(REQUEST.grid().chunk(1), 1)
          .get(0)
          .read(oneRowAtATime, new CancellationToken());
      assertEquals(
          ErrorCode.SOURCE_CONNECTIONS_REFUSED, refusals.get(0).code(), "while the first reads");
      assertFalse(given.get(1).isClosed());
    }
  }

  @Test
  void noConnectionIsRefused() {
    assertRefused(() -> null, "no connection");
  }

  @Test
  void aConnectionOfAnotherDriverIsRefused() {
    assertRefused(() -> Fakes.connectionThatUnwrapsToNothing(), "not of the PostgreSQL driver");
  }

  @Test
  void anotherDatabaseIsRefused() throws SQLException {
    SourceDatabase other = SourceDatabase.fresh(majors.server(PostgresVersion.V18)).withEvents();
    assertRefused(inTurn(database, other), "another database");
    assertTrue(other.noSessionLeft());
  }

  @Test
  void anotherServerIsRefused() throws SQLException {
    SourceDatabase other = SourceDatabase.fresh(majors.server(PostgresVersion.V14)).withEvents();
    assertRefused(inTurn(database, other), "another server");
    assertTrue(other.noSessionLeft());
  }

  @Test
  void anotherServerAfterTheKeepersEndIsAnExpiredSnapshot() throws SQLException {
    SourceDatabase other = SourceDatabase.fresh(majors.server(PostgresVersion.V14)).withEvents();
    try (SourceSnapshot snapshot = source(inTurn(database, database, other)).open(REQUEST)) {
      database.execute(
          "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
              + " current_database() AND pid <> pg_backend_pid()");
      assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
      assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
    }
    assertTrue(other.noSessionLeft());
  }

  @Test
  void aKeeperWhoseTransactionWasReplacedIsAnExpiredSnapshot() throws SQLException {
    GivenConnections given = new GivenConnections(database.endpoint());
    try (SourceSnapshot snapshot = given.source("events").open(REQUEST)) {
      snapshot.assertAlive();
      given.execute(0, "COMMIT; BEGIN");
      assertThrows(SnapshotExpiredException.class, snapshot::assertAlive);
      SnapshotExpiredException expired =
          assertThrows(
              SnapshotExpiredException.class, () -> snapshot.slices(REQUEST.grid().chunk(0), 4));
      assertEquals(ErrorCode.SNAPSHOT_EXPIRED, expired.code());
    }
  }

  @Test
  void aPoolingFactoryGetsItsConnectionsBackOutsideAnyTransaction() throws SQLException {
    List<Connection> given = new CopyOnWriteArrayList<>();
    PgConnectionFactory factory =
        () -> {
          Connection kept = Fakes.connectionThatStaysOpen(database.endpoint().connect());
          given.add(kept);
          return kept;
        };
    try (SourceSnapshot snapshot = source(factory).open(REQUEST)) {
      assertEquals(List.of(1L, 2L), ReadRows.all(snapshot, REQUEST).ids());
    }
    assertEquals(2, given.size());
    for (Connection kept : given) {
      assertEquals("public", Fakes.ask(kept, "SELECT current_schema()"));
      assertEquals("off", Fakes.ask(kept, "SELECT current_setting('transaction_read_only')"));
      Fakes.really(kept).close();
    }
  }

  private void assertRefused(PgConnectionFactory factory, String why) {
    PostgresWindowSource source = source(factory);
    RefusedException refused = assertThrows(RefusedException.class, () -> source.open(REQUEST));
    assertEquals(ErrorCode.SOURCE_CONNECTIONS_REFUSED, refused.code());
    assertTrue(refused.getMessage().contains(why), refused::getMessage);
  }

  @Test
  void preflightListsConnectionsThatAreNotIndependent() throws SQLException {
    SourceDatabase other = SourceDatabase.fresh(majors.server(PostgresVersion.V14)).withEvents();
    List<Finding> findings =
        source(inTurn(database, database, other)).preflight(REQUEST).findings();
    assertEquals(
        List.of(ErrorCode.SOURCE_CONNECTIONS_REFUSED),
        findings.stream().map(Finding::code).toList());
  }

  private static PostgresWindowSource source(PgConnectionFactory factory) {
    return PostgresWindowSource.builder()
        .connections(factory)
        .schema("public")
        .table("events")
        .build();
  }

  /** One connection of each database in turn, and of the last one from then on. */
  private static PgConnectionFactory inTurn(SourceDatabase... databases) {
    Iterator<SourceDatabase> turns = List.of(databases).iterator();
    SourceDatabase last = databases[databases.length - 1];
    return () -> (turns.hasNext() ? turns.next() : last).endpoint().connect();
  }
}
