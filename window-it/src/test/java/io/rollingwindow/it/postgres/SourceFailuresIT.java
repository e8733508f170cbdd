package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.servers.EmbeddedPostgresServer;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a failure of the real server is taken for. */
@ExtendWith(Majors.Provider.class)
class SourceFailuresIT {

  private static final WindowRequest REQUEST = SourceDatabase.wholeWeek();

  private final Majors majors;

  SourceFailuresIT(Majors majors) {
    this.majors = majors;
  }

  @ParameterizedTest
  @EnumSource
  void aTerminatedWorkerIsRetriedInTheSameSnapshot(PostgresVersion version) throws SQLException {
    SourceDatabase database = manyEvents(version);
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      WindowException failure =
          readDisturbedBy(snapshot, () -> end(database, "pg_terminate_backend", "worker"));
      assertInstanceOf(TransientChunkException.class, failure);
      // The server's farewell is lost where it resets the connection behind it.
      assertTrue(failure.getMessage().matches("(?s).*(57P01|08006).*"), failure::getMessage);
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
    }
    assertTrue(database.noSessionLeft());
  }

  @ParameterizedTest
  @EnumSource
  void aCancelledStatementIsRetriedInTheSameSnapshot(PostgresVersion version) throws SQLException {
    SourceDatabase database = manyEvents(version);
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      WindowException failure =
          readDisturbedBy(snapshot, () -> end(database, "pg_cancel_backend", "worker"));
      assertInstanceOf(TransientChunkException.class, failure);
      assertTrue(failure.getMessage().contains("57014"), failure::getMessage);
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aTerminatedKeeperIsTheEndOfTheSnapshot(PostgresVersion version) throws SQLException {
    SourceDatabase database = manyEvents(version);
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      end(database, "pg_terminate_backend", "");
      assertThrows(SnapshotExpiredException.class, snapshot::assertAlive);
      assertThrows(
          SnapshotExpiredException.class, () -> snapshot.slices(REQUEST.grid().chunk(0), 2));
      assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
      SnapshotExpiredException again =
          assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
      assertEquals(ErrorCode.SNAPSHOT_EXPIRED, again.code());
    }
    assertTrue(database.noSessionLeft());
  }

  @ParameterizedTest
  @EnumSource
  void aWorkerThatComesAfterTheKeepersEndFindsNoSnapshot(PostgresVersion version)
      throws SQLException {
    SourceDatabase database = manyEvents(version);
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      WindowException failure =
          readDisturbedBy(
              snapshot,
              () -> {
                end(database, "pg_terminate_backend", "keeper");
                assertThrows(
                    SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
                end(database, "pg_terminate_backend", "worker");
              });
      assertInstanceOf(SnapshotExpiredException.class, failure);
    }
  }

  @ParameterizedTest
  @EnumSource
  void timeoutsOfTheRoleDoNotReachOurSessions(PostgresVersion version) throws SQLException {
    SourceDatabase database = manyEvents(version);
    String role = "hasty_" + System.nanoTime();
    database.execute(
        "CREATE ROLE " + role + " LOGIN SUPERUSER",
        "ALTER ROLE " + role + " SET statement_timeout = '50ms'",
        "ALTER ROLE " + role + " SET idle_in_transaction_session_timeout = '50ms'",
        "ALTER ROLE " + role + " SET lock_timeout = '1ms'");
    if (version.major() >= 17) {
      database.execute("ALTER ROLE " + role + " SET transaction_timeout = '50ms'");
    }
    SourceDatabase hasty = database.as(role);
    try (SourceSnapshot snapshot = hasty.events().open(REQUEST)) {
      long since = System.nanoTime();
      assertTrue(Until.holds(() -> System.nanoTime() - since > Duration.ofMillis(300).toNanos()));
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
      snapshot.assertAlive();
    }
    database.execute("DROP ROLE " + role);
  }

  @ParameterizedTest
  @EnumSource
  void aKeeperThatTheServerTimesOutIsTheEndOfTheSnapshot(PostgresVersion version)
      throws SQLException {
    SourceDatabase database = manyEvents(version);
    GivenConnections given = new GivenConnections(database.endpoint());
    try (SourceSnapshot snapshot = given.source("events").open(REQUEST)) {
      given.execute(0, "SET LOCAL idle_in_transaction_session_timeout = '1ms'");
      assertTrue(Until.holds(() -> database.sessions().size() == 1), "25P03");
      assertThrows(SnapshotExpiredException.class, snapshot::assertAlive);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aWorkerThatTheServerTimesOutIsRetriedInTheSameSnapshot(PostgresVersion version)
      throws SQLException {
    SourceDatabase database = manyEvents(version);
    GivenConnections given = new GivenConnections(database.endpoint());
    try (SourceSnapshot snapshot = given.source("events").open(REQUEST)) {
      given.execute(1, "SET LOCAL statement_timeout = '1ms'");
      TransientChunkException late =
          assertThrows(TransientChunkException.class, () -> ReadRows.all(snapshot, REQUEST));
      assertTrue(late.getMessage().contains("57014"), late::getMessage);
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
    }
  }

  @Test
  void aTableThatIsBeingChangedIsWaitedForWithinABound() throws SQLException {
    SourceDatabase database = manyEvents(PostgresVersion.V18);
    try (Connection other = database.endpoint().connect();
        Statement ddl = other.createStatement()) {
      other.setAutoCommit(false);
      ddl.execute("ALTER TABLE events ADD COLUMN more int");
      TransientChunkException busy =
          assertThrows(
              TransientChunkException.class,
              () ->
                  database
                      .table("events")
                      .lockTimeout(Duration.ofMillis(50))
                      .build()
                      .open(REQUEST));
      assertTrue(busy.getMessage().contains("55P03"), busy::getMessage);
    }
    assertTrue(database.noSessionLeft());
  }

  @Test
  void theSnapshotIsTakenUnderTheLockAndNotBeforeIt() throws Exception {
    SourceDatabase database = manyEvents(PostgresVersion.V18);
    try (Connection other = database.endpoint().connect();
        Statement change = other.createStatement()) {
      other.setAutoCommit(false);
      change.execute("TRUNCATE events");
      change.execute("INSERT INTO events VALUES (7, '2026-09-03Z')");
      var opening = CompletableFuture.supplyAsync(() -> database.events().open(REQUEST));
      assertTrue(
          Until.holds(
              () -> database.values("SELECT 1 FROM pg_locks WHERE NOT granted").size() == 1));
      other.commit();
      try (SourceSnapshot snapshot = opening.get()) {
        assertEquals(List.of(7L), ReadRows.all(snapshot, REQUEST).ids());
      }
    }
  }

  @Test
  void aChangeOfTheTableWaitsUntilTheSnapshotIsClosed() throws Exception {
    SourceDatabase database = manyEvents(PostgresVersion.V18);
    try (Connection other = database.endpoint().connect();
        Statement ddl = other.createStatement()) {
      try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
        ddl.execute("SET lock_timeout = '50ms'");
        SQLException locked =
            assertThrows(
                SQLException.class, () -> ddl.execute("ALTER TABLE events DROP COLUMN id"));
        assertEquals("55P03", locked.getSQLState());
        assertThrows(SQLException.class, () -> ddl.execute("TRUNCATE events"));
        assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
      }
      ddl.execute("ALTER TABLE events DROP COLUMN id");
    }
  }

  @Test
  void aSchemaThatIsRenamedUnderTheSnapshotIsNotReplacedByAnother() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(PostgresVersion.V18));
    database.withEvents().execute("INSERT INTO events VALUES (1, '2026-09-03Z')");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      database.execute(
          "ALTER SCHEMA public RENAME TO before",
          "CREATE SCHEMA public",
          "CREATE TABLE public.events (id bigint, at timestamptz)");
      RefusedException changed =
          assertThrows(RefusedException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
      assertEquals(ErrorCode.SCHEMA_CHANGED, changed.code());
    }
  }

  @Test
  void aServerWithoutFreeConnectionsIsTransient() throws SQLException {
    try (EmbeddedPostgresServer server =
        EmbeddedPostgresServer.start(
            PostgresVersion.V18,
            Map.of(
                "max_connections",
                "5",
                "superuser_reserved_connections",
                "0",
                "max_wal_senders",
                "0"))) {
      SourceDatabase database = SourceDatabase.fresh(server).withEvents();
      try (SourceSnapshot snapshot = database.events().open(REQUEST);
          Connection third = database.endpoint().connect();
          Connection fourth = database.endpoint().connect();
          Connection fifth = database.endpoint().connect()) {
        assertTrue(third.isValid(5) && fourth.isValid(5) && fifth.isValid(5));
        TransientChunkException full =
            assertThrows(TransientChunkException.class, () -> database.events().open(REQUEST));
        assertTrue(full.getMessage().contains("53300"), full::getMessage);
        assertEquals(0, ReadRows.all(snapshot, REQUEST).totals().rows());
      }
    }
  }

  @Test
  void aKilledServerEndsTheSnapshotAndIsTransientUntilItIsBack() throws SQLException {
    try (EmbeddedPostgresServer server =
        EmbeddedPostgresServer.start(PostgresVersion.V18, Map.of())) {
      SourceDatabase database = SourceDatabase.fresh(server).withEvents();
      try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
        server.kill();
        assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
        assertThrows(TransientChunkException.class, () -> database.events().open(REQUEST));
        server.restart();
        assertThrows(SnapshotExpiredException.class, () -> ReadRows.chunk(snapshot, REQUEST, 0));
        try (SourceSnapshot next = database.events().open(REQUEST)) {
          assertEquals(0, ReadRows.all(next, REQUEST).totals().rows());
        }
      }
    }
  }

  @Test
  void aWrongPasswordOrDatabaseIsNotRetried() throws SQLException {
    SourceDatabase database = manyEvents(PostgresVersion.V18);
    SourceDatabase missing = new SourceDatabase(database.endpoint().inDatabase("no_such_database"));
    RefusedException refused =
        assertThrows(RefusedException.class, () -> missing.events().open(REQUEST));
    assertEquals(ErrorCode.SOURCE_REFUSED, refused.code());
  }

  @Test
  void aFailureThatWouldComeAgainIsNotRetried() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(PostgresVersion.V18));
    database.execute(
        "CREATE TABLE events (k int, at timestamptz, id bigint GENERATED ALWAYS AS (1 / k) VIRTUAL)",
        "INSERT INTO events (k, at) VALUES (0, '2026-09-03Z')");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      RefusedException failed =
          assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, REQUEST));
      assertEquals(ErrorCode.UNEXPECTED, failed.code());
      assertTrue(failed.getMessage().contains("22012"), failed::getMessage);
    }
  }

  private static final int MANY = 200_000;

  private SourceDatabase manyEvents(PostgresVersion version) throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(version)).withEvents();
    database.execute(
        "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, " + MANY + ") i");
    return database;
  }

  /** Ends the sessions of one kind, or of every kind, and waits until they have ended. */
  private static void end(SourceDatabase database, String how, String kind) throws SQLException {
    String sessions =
        "FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE"
            + " 'rollingwindow "
            + kind
            + "%'";
    database.execute("SELECT " + how + "(pid) " + sessions);
    if (how.equals("pg_terminate_backend")) {
      assertTrue(Until.holds(() -> database.values("SELECT pid " + sessions).isEmpty()));
    }
  }

  /** Reads, and disturbs the read once, when its first rows have come. */
  private static WindowException readDisturbedBy(SourceSnapshot snapshot, Disturbance disturbance) {
    AtomicBoolean disturbed = new AtomicBoolean();
    RowEncoder rows =
        ReadRows.encoder(
            REQUEST,
            REQUEST.grid().chunk(0),
            (buffer, offset, length) -> {
              if (disturbed.compareAndSet(false, true)) {
                try {
                  disturbance.happen();
                } catch (SQLException e) {
                  throw new AssertionError(e);
                }
              }
            },
            1024);
    return assertThrows(
        WindowException.class,
        () ->
            snapshot.slices(REQUEST.grid().chunk(0), 1).get(0).read(rows, new CancellationToken()));
  }

  @FunctionalInterface
  private interface Disturbance {
    void happen() throws SQLException;
  }
}
