package io.rollingwindow.sqlite;

import static io.rollingwindow.error.ErrorCode.STORE_UNAVAILABLE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.spi.JournalRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore.Change;
import io.rollingwindow.testkit.Eventually;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.SampleRecords;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several processes on one file, and a file that cannot take any more. */
final class SharedFileTest {

  private static final int ROUNDS = 100;

  @TempDir Path directory;

  private Path file() {
    return directory.resolve("journal.sqlite");
  }

  @Test
  void twoJvmsNeverHoldOneLeaseTogetherAndLoseNoWrite() throws Exception {
    ChildJvm one = ChildJvm.start(List.of(), Contender.class, file().toString(), "one");
    ChildJvm two = ChildJvm.start(List.of(), Contender.class, file().toString(), "two");
    String first = one.output();
    String second = two.output();

    assertTrue(first.endsWith("done" + System.lineSeparator()), first);
    assertTrue(second.endsWith("done" + System.lineSeparator()), second);
    try (SqliteWindowStore store = SqliteWindowStore.open(file())) {
      Stored<?> counted = store.chunks(SampleRecords.runId(1)).get(0);
      assertEquals(2 * ROUNDS, counted.revision());
      Lease next =
          store.acquire(SampleRecords.TARGET_ID, "test", Duration.ofSeconds(1)).orElseThrow();
      assertEquals(2 * ROUNDS + 1, next.fencingToken());
    }
  }

  /** Takes the lease again and again, and counts a record up by one under each. */
  static final class Contender {

    private Contender() {}

    public static void main(String[] arguments) {
      try (SqliteWindowStore store = SqliteWindowStore.open(Path.of(arguments[0]))) {
        for (int done = 0; done < ROUNDS; ) {
          Optional<Lease> lease =
              store.acquire(SampleRecords.TARGET_ID, arguments[1], Duration.ofMinutes(1));
          if (lease.isPresent()) {
            countUp(store, lease.get());
            store.release(lease.get());
            done++;
          }
        }
      }
      System.out.println("done");
    }

    private static void countUp(SqliteWindowStore store, Lease lease) {
      long revision =
          store.chunks(SampleRecords.runId(1)).stream().mapToLong(Stored::revision).sum();
      store.commit(lease, List.of(new Change(SampleRecords.begun(1, 0, 1), revision)));
    }
  }

  @Test
  void aFileThatAnotherProcessKeepsLockedIsReportedAsInUse() throws Exception {
    try (SqliteWindowStore store =
            SqliteWindowStore.builder(file()).busyTimeout(Duration.ofMillis(50)).open();
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      Expect.failure(
          STORE_UNAVAILABLE,
          () -> store.acquire(SampleRecords.TARGET_ID, "test", Duration.ofSeconds(1)));
      statement.execute("ROLLBACK");

      assertTrue(store.acquire(SampleRecords.TARGET_ID, "test", Duration.ofSeconds(1)).isPresent());
    }
  }

  @Test
  void aWriterWaitsForAnotherProcessThatIsDoneInTime() throws Exception {
    try (SqliteWindowStore store = SqliteWindowStore.open(file());
        Connection other = DriverManager.getConnection("jdbc:sqlite:" + file());
        Statement statement = other.createStatement()) {
      statement.execute("BEGIN IMMEDIATE");
      List<Optional<Lease>> got = new ArrayList<>();
      Thread waiting =
          new Thread(
              () -> got.add(store.acquire(SampleRecords.TARGET_ID, "test", Duration.ofMinutes(1))));
      waiting.start();
      Eventually.holds(() -> waiting.getState() == Thread.State.RUNNABLE || !got.isEmpty());
      statement.execute("ROLLBACK");
      waiting.join(20_000);

      assertTrue(got.get(0).isPresent());
    }
  }

  @Test
  void aFullFileRefusesAWriteAsAWholeAndServesAgainAfterwards() {
    try (SqliteWindowStore store = SqliteWindowStore.builder(file()).maxPages(40).open()) {
      Lease lease =
          store.acquire(SampleRecords.TARGET_ID, "test", Duration.ofMinutes(1)).orElseThrow();
      List<Change> tooMany = new ArrayList<>();
      for (int chunk = 0; chunk < 2_000; chunk++) {
        tooMany.add(Change.create(SampleRecords.verified(1, chunk, 5)));
      }
      Expect.failure(STORE_UNAVAILABLE, () -> store.commit(lease, tooMany));
      assertEquals(List.of(), store.chunks(SampleRecords.runId(1)));

      List<Stored<JournalRecord>> small =
          store.commit(lease, List.of(Change.create(SampleRecords.begun(1, 0, 1))));
      assertEquals(1, small.get(0).revision());
    }
  }
}
