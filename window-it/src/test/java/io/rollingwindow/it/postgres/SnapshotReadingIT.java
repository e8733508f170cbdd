package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.WindowSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@ExtendWith(Majors.Provider.class)
class SnapshotReadingIT {

  private final Majors majors;

  SnapshotReadingIT(Majors majors) {
    this.majors = majors;
  }

  @ParameterizedTest
  @EnumSource
  void workersSeeTheRowsOfOneInstantWhateverIsWrittenMeanwhile(PostgresVersion version)
      throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(version)).withEvents();
    database.execute(
        """
        INSERT INTO events VALUES
          (1, '2026-09-02 00:00Z'), (1, '2026-09-02 00:00Z'),
          (2, '2026-09-03 12:00Z'), (3, '2026-09-09 00:00Z'), (4, NULL)""");
    WindowRequest request = SourceDatabase.week();
    try (SourceSnapshot snapshot = database.events().open(request)) {
      database.execute(
          "DELETE FROM events WHERE id = 1", "INSERT INTO events VALUES (5, '2026-09-03Z')");
      assertEquals(List.of(1L, 1L), ReadRows.chunk(snapshot, request, 0).ids());
      assertEquals(List.of(2L), ReadRows.chunk(snapshot, request, 1).ids());
      assertEquals(List.of(1L, 1L, 2L), ReadRows.all(snapshot, request).ids());
      snapshot.assertAlive();
    }
    assertTrue(database.noSessionLeft());
  }

  @ParameterizedTest
  @EnumSource
  void sixtyFourWorkersSeeOneInstantWhileRowsMoveBetweenTheirChunks(PostgresVersion version)
      throws Exception {
    SourceDatabase database = SourceDatabase.fresh(majors.server(version)).withEvents();
    database.execute(
        "INSERT INTO events SELECT i, timestamptz '2026-09-02Z' + i * interval '1 minute'"
            + " FROM generate_series(0, 10079) i");
    WindowInterval week = SourceDatabase.week().interval();
    WindowRequest hours =
        SourceDatabase.request(
            SourceDatabase.ID_AND_TIME, new ChunkGrid(week, SourceDatabase.DAY / 24));
    AtomicBoolean done = new AtomicBoolean();
    ExecutorService workers = Executors.newFixedThreadPool(65);
    try (SourceSnapshot snapshot = database.events().open(hours)) {
      Future<?> mover = workers.submit(() -> moveRows(database, done));
      List<Future<ReadRows>> reads =
          IntStream.range(0, hours.grid().count())
              .mapToObj(i -> workers.submit(() -> ReadRows.chunk(snapshot, hours, i)))
              .toList();
      List<Long> ids = new ArrayList<>();
      for (Future<ReadRows> read : reads) {
        ids.addAll(read.get().ids());
      }
      done.set(true);
      mover.get();
      ids.sort(null);
      assertEquals(LongStream.range(0, 10080).boxed().toList(), ids);
    } finally {
      done.set(true);
      workers.shutdownNow();
    }
    assertTrue(database.noSessionLeft());
  }

  private static Void moveRows(SourceDatabase database, AtomicBoolean done) throws SQLException {
    try (Connection connection = database.endpoint().connect();
        Statement statement = connection.createStatement()) {
      while (!done.get()) {
        statement.execute(
            "UPDATE events SET at = at + interval '90 minutes' WHERE id % 10 = floor(random() * 10)");
        statement.execute("INSERT INTO events VALUES (-1, '2026-09-03 12:30Z')");
      }
    }
    return null;
  }

  @ParameterizedTest
  @EnumSource
  void aClosedSnapshotReadsNothingAndNeverComesBack(PostgresVersion version) throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(version)).withEvents();
    WindowSource source = database.events();
    WindowRequest request = SourceDatabase.week();
    SourceSnapshot first = source.open(request);
    var slice = first.slices(request.grid().chunk(0), 1).get(0);
    first.close();
    first.close();
    assertThrows(SnapshotExpiredException.class, first::assertAlive);
    assertThrows(
        SnapshotExpiredException.class,
        () -> ReadRows.read(slice, request, request.grid().chunk(0), (b, o, l) -> {}));
    try (SourceSnapshot second = source.open(request)) {
      assertNotEquals(first.identity(), second.identity());
      assertEquals(first.identity().system(), second.identity().system());
      assertEquals(first.identity().relation(), second.identity().relation());
    }
    assertTrue(source.reopen(request, first.identity()).isEmpty());
  }
}
