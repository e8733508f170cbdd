package io.rollingwindow.sqlite.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.testkit.Expect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the file of one release becomes that of the next. */
final class StoreSchemaTest {

  private static final SqliteFile.Options OPTIONS =
      new SqliteFile.Options(true, Duration.ofSeconds(10), FilePlace.TypeOf.MACHINE, 0);

  private static final StoreSchema THIS = StoreSchema.ofThisRelease();

  private static final StoreSchema NEXT =
      THIS.followedBy(List.of("ALTER TABLE lease ADD COLUMN note TEXT NOT NULL DEFAULT 'none'"));

  @TempDir private Path directory;

  private Path file() {
    return directory.resolve("store.sqlite");
  }

  private SqliteFile open(StoreSchema schema) {
    return SqliteFile.open(file(), OPTIONS, schema);
  }

  private void makeWithALease() {
    try (SqliteFile first = open(THIS)) {
      first.write(
          connection -> {
            try (Statement statement = connection.createStatement()) {
              return statement.executeUpdate("INSERT INTO lease VALUES ('t', 'owner', 7, 1)");
            }
          });
    }
  }

  private static String lease(SqliteFile file) {
    return file.read(
        connection -> {
          try (Statement statement = connection.createStatement();
              ResultSet rows =
                  statement.executeQuery(
                      "SELECT group_concat(owner || fencing_token || note) FROM lease")) {
            return rows.next() ? rows.getString(1) : "";
          }
        });
  }

  @Test
  void aFileOfAnEarlierReleaseTakesTheStepsItLacksAndKeepsItsRows() {
    makeWithALease();
    try (SqliteFile next = open(NEXT)) {
      assertEquals("owner7none", lease(next));
    }
    try (SqliteFile again = open(NEXT)) {
      assertEquals("owner7none", lease(again));
    }
  }

  @Test
  void theEarlierReleaseLeavesAFileOfTheLaterOneAsItIs() throws Exception {
    open(NEXT).close();
    byte[] before = Files.readAllBytes(file());
    WindowException failure = Expect.failure(ErrorCode.STORE_UNSUITABLE, () -> open(THIS));

    assertTrue(failure.getMessage().contains("format 2"), failure.getMessage());
    assertArrayEquals(before, Files.readAllBytes(file()));
  }

  @Test
  void aStepThatFailsHalfwayLeavesTheFileOfTheEarlierRelease() {
    makeWithALease();
    StoreSchema broken =
        THIS.followedBy(List.of("CREATE TABLE more (id INTEGER) STRICT", "DROP TABLE missing"));
    assertThrows(WindowException.class, () -> open(broken));

    try (SqliteFile next = open(NEXT)) {
      assertEquals("owner7none", lease(next));
    }
  }

  @Test
  void severalThatOpenTheFileAtOnceTakeEachStepOnce() throws Exception {
    makeWithALease();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<String> opening =
          () -> {
            try (SqliteFile next = open(NEXT)) {
              return lease(next);
            }
          };
      List<Future<String>> opened = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        opened.add(threads.submit(opening));
      }
      for (Future<String> one : opened) {
        assertEquals("owner7none", one.get());
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
