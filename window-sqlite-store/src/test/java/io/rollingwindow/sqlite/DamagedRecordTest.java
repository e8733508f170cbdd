package io.rollingwindow.sqlite;

import static io.rollingwindow.error.ErrorCode.EVIDENCE_FAILED;
import static io.rollingwindow.error.ErrorCode.JOURNAL_CORRUPT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.TestWorld;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A record that does not read exactly as one of ours is refused before anything is opened. */
final class DamagedRecordTest {

  @TempDir Path directory;

  private SqliteWindowStore store;
  private TestWorld world;

  private TestWorld finishedRun() {
    store = SqliteWindowStore.open(directory.resolve("journal.sqlite"));
    world = new TestWorld(store);
    world.run("i1");
    return world;
  }

  private TestWorld owingRun() {
    store = SqliteWindowStore.open(directory.resolve("journal.sqlite"));
    world = new TestWorld(store);
    world.faults.before(Port.EVIDENCE, 1, Expect::crash);
    Expect.failure(EVIDENCE_FAILED, () -> world.run("i1"));
    return world;
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void replace(String table, String from, String to) throws SQLException {
    try (Connection connection =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("journal.sqlite"))) {
      String before = body(connection, table);
      String after = before.replaceFirst(from, to);
      assertNotEquals(before, after, "nothing was damaged");
      try (PreparedStatement update =
          connection.prepareStatement("UPDATE " + table + " SET body = ? WHERE body = ?")) {
        update.setString(1, after);
        update.setString(2, before);
        assertEquals(1, update.executeUpdate());
      }
    }
  }

  private static String body(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT body FROM " + table + " LIMIT 1")) {
      assertTrue(rows.next());
      return rows.getString(1);
    }
  }

  private void assertRefused() {
    int evidence = world.faults.count(Port.EVIDENCE);
    int state = world.faults.count(Port.STATE);
    WindowException failure = Expect.failure(JOURNAL_CORRUPT, () -> world.run("i1"));

    assertTrue(failure.getMessage().contains("nothing was changed"), failure.getMessage());
    assertEquals(1, world.faults.count(Port.SOURCE_OPEN));
    assertEquals(1, world.faults.count(Port.HOLD_EXCHANGE));
    assertEquals(evidence, world.faults.count(Port.EVIDENCE));
    assertEquals(state, world.faults.count(Port.STATE));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "invocation | \"version\":1 | \"version\":true",
        "invocation | \"version\":1 | \"version\":2",
        "invocation | \"version\":1 | \"version\":1.0",
        "invocation | \"version\":1 | \"version\":null",
        "invocation | \"version\":1, | \"version\":1,\"extra\":1,",
        "invocation | \"version\":1, | \"version\":1,\"version\":1,",
        "invocation | \"target\":\"[^\"]*\" | \"target\":\"another\"",
        "invocation | \"run\":\"[^\"]*\" | \"run\":\"not a run\"",
        "invocation | \"run\":\"[^\"]*\" | \"run\":\"00000000000000000000000000000000\"",
        "invocation | \\}$ | ",
        "run | \"phase\":\"SUCCEEDED\" | \"phase\":\"DONE\"",
        "run | \"phase\":\"SUCCEEDED\" | \"phase\":7",
        "run | \"phase\":\"SUCCEEDED\" | \"phase\":\"PLANNED\"",
        "run | \"window_rows\":4,\"total_rows\" | \"window_rows\":true,\"total_rows\"",
        "run | \"window_rows\":4,\"total_rows\" | \"window_rows\":5,\"total_rows\"",
        "run | \"window_rows\":4,\"total_rows\" | \"window_rows\":\"4\",\"total_rows\"",
        "run | \"generation\":\\{ | \"generation\":7,\"was\":{",
        "run | \"plan\":\\{ | \"plan\":{},\"was\":{",
        "run | \"key0\":-?[0-9]+ | \"key0\":12345",
        "run | \"chunk_micros\":[0-9]+ | \"chunk_micros\":0"
      })
  void aDamagedRecordOfAFinishedRunReturnsNoResult(String table, String from, String to)
      throws Exception {
    finishedRun();
    replace(table, from, to == null ? "" : to);

    assertRefused();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "chunk | \"attempts\":1 | \"attempts\":true",
        "chunk | \"attempts\":1 | \"attempts\":-1",
        "chunk | \"attempts\":1 | \"attempts\":0",
        "chunk | \"attempt\":1 | \"attempt\":3",
        "chunk | \"rows\":2 | \"rows\":true",
        "chunk | \"rows\":2 | \"rows\":3",
        "chunk | \"digest\":\"[^\"]*\" | \"digest\":\"xyz\"",
        "chunk | \"receipt\":.* | \"receipt\":[]}",
        "chunk | ,\"receipt\":.* | }",
        "publication | \"status\":\"PUBLISHED\" | \"status\":\"MAYBE\"",
        "publication | \"fencing_token\":1 | \"fencing_token\":false"
      })
  void aDamagedRecordOfAnOwingRunCallsNoCallback(String table, String from, String to)
      throws Exception {
    owingRun();
    replace(table, from, to);

    assertRefused();
  }

  @Test
  void aMissingChunkIsFoundMissing() throws Exception {
    owingRun();
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("journal.sqlite"));
        Statement statement = connection.createStatement()) {
      statement.execute("DELETE FROM chunk WHERE chunk = 0");
    }

    assertRefused();
  }

  @Test
  void anUndamagedFileIsReadByAnotherProcessAtTheSameTime() {
    finishedRun();
    try (WindowStore second = SqliteWindowStore.open(directory.resolve("journal.sqlite"))) {
      assertEquals(1, second.runs(TestWorld.TARGET_ID).size());
    }
  }
}
