package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One chunk, read by several workers. */
@ExtendWith(Majors.Provider.class)
class SlicesIT {

  private static final WindowRequest REQUEST = SourceDatabase.wholeWeek();
  private static final Chunk CHUNK = REQUEST.grid().chunk(0);
  private static final int MANY = 1_200_000;

  private final Majors majors;

  SlicesIT(Majors majors) {
    this.majors = majors;
  }

  @ParameterizedTest
  @CsvSource({"V14, false", "V14, true", "V18, false", "V18, true"})
  void slicesOfAHotHourHaveTheReceiptOfTheWhole(PostgresVersion version, boolean indexed)
      throws SQLException {
    SourceDatabase database = hotHour(version, indexed);
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      RowTotals whole = ReadRows.all(snapshot, REQUEST, 1).totals();
      List<SourceSlice> slices = snapshot.slices(CHUNK, 4);
      assertEquals(4, slices.size());
      List<RowTotals> parts = slices.stream().map(SlicesIT::read).toList();
      assertEquals(whole, parts.stream().reduce(RowTotals.empty(2), RowTotals::plus));
      for (RowTotals part : parts) {
        assertTrue(part.rows() > MANY / 8, "each slice has its share: " + part.rows());
      }
    }
  }

  @Test
  void aSmallChunkIsOneSlice() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(PostgresVersion.V18)).withEvents();
    database.execute(
        "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, 10000) i",
        "ANALYZE events");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertEquals(1, snapshot.slices(CHUNK, 64).size());
    }
  }

  @Test
  void theCompositionBoundsSlices() throws SQLException {
    SourceDatabase database = hotHour(PostgresVersion.V18, false);
    try (SourceSnapshot snapshot = database.table("events").maxSlices(2).build().open(REQUEST)) {
      assertEquals(2, snapshot.slices(CHUNK, 64).size());
      assertEquals(1, snapshot.slices(CHUNK, 1).size());
    }
  }

  @Test
  void statisticsThatTheRoleMayNotReadCostNothingButBalance() throws SQLException {
    SourceDatabase database = hotHour(PostgresVersion.V18, true);
    String role = "plain_" + System.nanoTime();
    database.execute(
        "CREATE ROLE " + role + " LOGIN",
        "GRANT SELECT ON events TO " + role,
        "REVOKE SELECT ON pg_stats FROM public");
    try (SourceSnapshot snapshot = database.as(role).events().open(REQUEST)) {
      RowTotals sum =
          snapshot.slices(CHUNK, 4).stream()
              .map(SlicesIT::read)
              .reduce(RowTotals.empty(2), RowTotals::plus);
      assertEquals(MANY, sum.rows());
      snapshot.assertAlive();
    }
    assertTrue(database.noSessionLeft());
    database.execute("DROP OWNED BY " + role, "DROP ROLE " + role);
  }

  @Test
  void rowsThatMoveBetweenSlicesWhileTheyAreReadCountOnce() throws Exception {
    SourceDatabase database = hotHour(PostgresVersion.V18, false);
    AtomicBoolean done = new AtomicBoolean();
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      RowTotals whole = ReadRows.all(snapshot, REQUEST, 1).totals();
      var mover = CompletableFuture.runAsync(() -> moveRows(database, done));
      List<CompletableFuture<RowTotals>> reads =
          snapshot.slices(CHUNK, 4).stream()
              .map(slice -> CompletableFuture.supplyAsync(() -> read(slice)))
              .toList();
      RowTotals sum = RowTotals.empty(2);
      for (CompletableFuture<RowTotals> read : reads) {
        sum = sum.plus(read.get());
      }
      done.set(true);
      mover.get();
      assertEquals(whole, sum);
    }
  }

  private SourceDatabase hotHour(PostgresVersion version, boolean indexed) throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(version)).withEvents();
    database.execute(
        "INSERT INTO events SELECT i, timestamptz '2026-09-03 12:00Z' + i * interval '3 ms'"
            + " FROM generate_series(1, "
            + MANY
            + ") i");
    if (indexed) {
      database.execute(
          "CREATE INDEX ON events (at)",
          "ALTER DATABASE " + database.endpoint().database() + " SET enable_seqscan = off");
    }
    database.execute("VACUUM ANALYZE events");
    return database;
  }

  private static RowTotals read(SourceSlice slice) {
    return ReadRows.read(slice, REQUEST, CHUNK, (buffer, offset, length) -> {});
  }

  private static void moveRows(SourceDatabase database, AtomicBoolean done) {
    try (Connection connection = database.endpoint().connect();
        Statement statement = connection.createStatement()) {
      for (int from = 0; !done.get(); from += 1000) {
        statement.execute(
            "UPDATE events SET at = at + interval '1 day' WHERE ctid >= '(%d,0)' AND ctid < '(%d,0)'"
                .formatted(from / 100, from / 100 + 10));
        statement.execute("INSERT INTO events VALUES (-1, '2026-09-03 12:30Z')");
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
