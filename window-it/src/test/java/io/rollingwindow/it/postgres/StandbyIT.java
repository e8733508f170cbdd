package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.servers.EmbeddedPostgresServer;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourceSnapshot;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A hot standby as the source, in one test per server, as each needs two servers of its own. */
class StandbyIT {

  private static final WindowRequest REQUEST = SourceDatabase.wholeWeek();

  @ParameterizedTest
  @EnumSource
  void aStandbyIsReadUntilReplayTakesItsRowsAway(PostgresVersion version) throws SQLException {
    Map<String, String> impatient =
        Map.of("max_standby_streaming_delay", "0", "hot_standby_feedback", "off");
    try (EmbeddedPostgresServer primary = EmbeddedPostgresServer.start(version, impatient)) {
      SourceDatabase written = SourceDatabase.fresh(primary).withEvents();
      written.execute(
          "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, 1000) i",
          "CREATE UNLOGGED TABLE scratch (id bigint, at timestamptz)");
      try (EmbeddedPostgresServer standby = primary.startStandby()) {
        assertTrue(standby.catchUpWith(primary));
        SourceDatabase read =
            new SourceDatabase(standby.endpoint().inDatabase(written.endpoint().database()));
        readsTheInstant(primary, standby, written, read);
        refusesATableThatAStandbyDoesNotHave(read);
        expiresWhenReplayRemovesWhatItSees(primary, standby, written, read);
        assertTrue(read.noSessionLeft());
      }
    }
  }

  private static void readsTheInstant(
      EmbeddedPostgresServer primary,
      EmbeddedPostgresServer standby,
      SourceDatabase written,
      SourceDatabase read)
      throws SQLException {
    assertEquals(List.of(), read.events().preflight(REQUEST).findings());
    try (SourceSnapshot snapshot = read.events().open(REQUEST)) {
      written.execute("INSERT INTO events VALUES (-1, '2026-09-03Z')");
      assertTrue(standby.catchUpWith(primary));
      assertEquals(1000, ReadRows.all(snapshot, REQUEST, 4).totals().rows());
    }
    try (SourceSnapshot next = read.events().open(REQUEST)) {
      assertEquals(1001, ReadRows.all(next, REQUEST).totals().rows());
    }
  }

  private static void refusesATableThatAStandbyDoesNotHave(SourceDatabase read) {
    assertThrows(RefusedException.class, () -> read.table("scratch").build().open(REQUEST));
  }

  private static void expiresWhenReplayRemovesWhatItSees(
      EmbeddedPostgresServer primary,
      EmbeddedPostgresServer standby,
      SourceDatabase written,
      SourceDatabase read)
      throws SQLException {
    try (SourceSnapshot snapshot = read.events().open(REQUEST)) {
      assertEquals(1001, ReadRows.all(snapshot, REQUEST).totals().rows());
      written.execute("DELETE FROM events", "VACUUM events");
      assertTrue(standby.catchUpWith(primary));
      WindowException conflict =
          assertThrows(WindowException.class, () -> ReadRows.all(snapshot, REQUEST));
      if (conflict instanceof TransientChunkException) {
        conflict = assertThrows(WindowException.class, () -> ReadRows.all(snapshot, REQUEST));
      }
      assertInstanceOf(SnapshotExpiredException.class, conflict);
    }
    try (SourceSnapshot next = read.events().open(REQUEST)) {
      assertEquals(0, ReadRows.all(next, REQUEST).totals().rows());
    }
  }
}
