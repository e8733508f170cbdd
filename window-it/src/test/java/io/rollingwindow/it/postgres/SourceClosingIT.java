package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.it.Latches;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.PayloadSink;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSnapshot;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whenever a read ends, no session of ours is left on the server. */
@ExtendWith(Majors.Provider.class)
class SourceClosingIT {

  private static final WindowRequest REQUEST = SourceDatabase.wholeWeek();
  private static final int MANY = 500_000;

  private final Majors majors;
  private SourceDatabase database;

  SourceClosingIT(Majors majors) {
    this.majors = majors;
  }

  @BeforeEach
  void manyEvents() throws SQLException {
    database = SourceDatabase.fresh(majors.server(PostgresVersion.V18)).withEvents();
    database.execute(
        "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, " + MANY + ") i");
  }

  @AfterEach
  void nothingIsLeftOpen() throws SQLException {
    assertTrue(database.noSessionLeft());
  }

  @Test
  void closedBeforeTheFirstRow() {
    database.events().open(REQUEST).close();
  }

  @Test
  void closedAfterTheLastRow() {
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
    }
  }

  @Test
  void oneSessionServesChunkAfterChunk() throws SQLException {
    WindowRequest days = SourceDatabase.week();
    try (SourceSnapshot snapshot = database.events().open(days)) {
      assertEquals(MANY, ReadRows.all(snapshot, days).totals().rows());
      assertEquals(2, database.sessions().size());
    }
  }

  @Test
  void aRowThatIsRefusedEndsItsSessionAtOnce() throws SQLException {
    database.execute("INSERT INTO events VALUES (NULL, '2026-09-03Z')");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, REQUEST));
      assertTrue(Until.holds(() -> database.sessions().size() == 1));
      snapshot.assertAlive();
    }
  }

  @Test
  void aTargetThatFailsEndsItsSessionAtOnce() throws SQLException {
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      RowEncoder rows =
          encoder(
              (buffer, offset, length) -> {
                throw new IOException("gone");
              });
      assertThrows(
          TransientChunkException.class, () -> read(snapshot, rows, new CancellationToken()));
      assertTrue(Until.holds(() -> database.sessions().size() == 1));
      snapshot.assertAlive();
    }
  }

  @Test
  void aCancelledReadEndsPromptlyWhileItsTargetBlocks() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    CancellationToken cancellation = new CancellationToken();
    RowEncoder rows =
        encoder(
            (buffer, offset, length) -> {
              reading.countDown();
              assertTrue(Latches.await(released));
            });
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      var read = CompletableFuture.runAsync(() -> read(snapshot, rows, cancellation));
      assertTrue(Latches.await(reading));
      cancellation.cancel();
      released.countDown();
      assertInstanceOf(RunCancelledException.class, failure(read));
      assertTrue(Until.holds(() -> database.sessions().size() == 1));
      assertEquals(MANY, ReadRows.all(snapshot, REQUEST).totals().rows());
    }
  }

  @Test
  void aReadThatWasCancelledBeforeOpensNothing() {
    CancellationToken cancellation = new CancellationToken();
    cancellation.cancel();
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertThrows(
          RunCancelledException.class,
          () -> read(snapshot, encoder((buffer, offset, length) -> {}), cancellation));
    }
  }

  @Test
  void aWorkerThatTheServerKeepsWaitingIsCancelledToo() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    RowEncoder slow =
        encoder(
            (buffer, offset, length) -> {
              reading.countDown();
              assertTrue(Latches.await(released));
            });
    CancellationToken cancellation = new CancellationToken();
    try (SourceSnapshot snapshot = database.events().open(REQUEST);
        Connection other = database.endpoint().connect();
        Statement ddl = other.createStatement()) {
      var first = CompletableFuture.runAsync(() -> read(snapshot, slow, new CancellationToken()));
      assertTrue(Latches.await(reading));
      var change = CompletableFuture.runAsync(() -> refused(ddl, "TRUNCATE events"));
      assertTrue(Until.holds(() -> waiting() == 1));
      var second =
          CompletableFuture.runAsync(
              () -> read(snapshot, encoder((buffer, offset, length) -> {}), cancellation));
      assertTrue(Until.holds(() -> waiting() == 2), "behind the statement that changes the table");
      cancellation.cancel();
      assertInstanceOf(RunCancelledException.class, failure(second));
      ddl.cancel();
      change.get(60, TimeUnit.SECONDS);
      released.countDown();
      first.get(60, TimeUnit.SECONDS);
    }
  }

  private int waiting() throws SQLException {
    return database.values("SELECT 1 FROM pg_locks WHERE NOT granted").size();
  }

  private static void refused(Statement statement, String sql) {
    assertThrows(SQLException.class, () -> statement.execute(sql));
  }

  @Test
  void closingBreaksOffReadsThatAreGoingOn() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    RowEncoder rows =
        encoder(
            (buffer, offset, length) -> {
              reading.countDown();
              assertTrue(Latches.await(released));
            });
    SourceSnapshot snapshot = database.events().open(REQUEST);
    var read = CompletableFuture.runAsync(() -> read(snapshot, rows, new CancellationToken()));
    assertTrue(Latches.await(reading));
    snapshot.close();
    assertTrue(database.noSessionLeft(), "while the target still blocks");
    released.countDown();
    assertInstanceOf(SnapshotExpiredException.class, failure(read));
  }

  @Test
  void aSlowTargetHoldsPostgresBack() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    RowEncoder rows =
        encoder(
            (buffer, offset, length) -> {
              reading.countDown();
              assertTrue(Latches.await(released));
            });
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      var read = CompletableFuture.runAsync(() -> read(snapshot, rows, new CancellationToken()));
      assertTrue(Latches.await(reading));
      assertTrue(
          Until.holds(
              () ->
                  database
                      .values(
                          "SELECT wait_event FROM pg_stat_activity WHERE application_name ="
                              + " 'rollingwindow worker' AND datname = current_database()")
                      .equals(List.of("ClientWrite"))),
          "the server waits until its bytes are taken");
      assertFalse(read.isDone());
      released.countDown();
      read.get(60, TimeUnit.SECONDS);
      assertEquals(MANY, rows.rows());
    }
  }

  private static RowEncoder encoder(PayloadSink sink) {
    return ReadRows.encoder(REQUEST, REQUEST.grid().chunk(0), sink, 16 * 1024);
  }

  private static void read(
      SourceSnapshot snapshot, RowEncoder rows, CancellationToken cancellation) {
    snapshot.slices(REQUEST.grid().chunk(0), 1).get(0).read(rows, cancellation);
  }

  private static Throwable failure(CompletableFuture<Void> read) {
    return assertThrows(CompletionException.class, read::join).getCause();
  }
}
