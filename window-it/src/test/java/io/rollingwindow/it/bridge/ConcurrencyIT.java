package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests at the same time, slow ones, killed ones, and clients that go away. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConcurrencyIT {

  private static final long WAIT_SECONDS = 60;

  private final EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
  private final RawClient client = new RawClient(server.endpoint());
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterAll
  void stop() {
    threads.shutdownNow();
    server.close();
  }

  @Test
  void manyQueriesAtOnceAnswerTheirOwn() throws Exception {
    List<Future<String>> answers = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      String sql =
          "SELECT getSetting('log_comment'), sum(number) FROM numbers(" + (i + 1) * 1000 + ")";
      String comment = "query " + i;
      answers.add(threads.submit(() -> client.query(sql, Map.of("log_comment", comment))));
    }
    for (int i = 0; i < answers.size(); i++) {
      long n = (i + 1) * 1000L;
      assertEquals(
          "query " + i + "\t" + n * (n - 1) / 2,
          answers.get(i).get(WAIT_SECONDS, TimeUnit.SECONDS));
    }
  }

  @Test
  void twoInsertsAtOnceAreBothWhole() throws Exception {
    client.query("CREATE TABLE two (who String, a Int32) ENGINE = MergeTree ORDER BY a");
    String sql = "INSERT INTO two FORMAT TSV";
    try (SlowInsert first = SlowInsert.chunked(server.endpoint(), sql, "first");
        SlowInsert second = SlowInsert.chunked(server.endpoint(), sql, "second")) {
      first.write("first\t0\n");
      second.write("second\t0\n");
      awaitRunning("first");
      awaitRunning("second");
      for (int i = 1; i < 1000; i++) {
        first.write("first\t" + i + "\n");
        second.write("second\t" + i + "\n");
      }
      assertEquals(200, second.finish());
      assertEquals("second\t1000", client.query("SELECT who, count() FROM two GROUP BY who"));
      assertEquals(200, first.finish());
    }
    assertEquals(
        "first\t1000\t499500\nsecond\t1000\t499500",
        client.query("SELECT who, count(), sum(a) FROM two GROUP BY who ORDER BY who"));
  }

  @Test
  void failedInsertDoesNotTouchTheOther() throws Exception {
    client.query("CREATE TABLE other (a Int32) ENGINE = MergeTree ORDER BY a");
    String sql = "INSERT INTO other FORMAT TSV";
    try (SlowInsert good = SlowInsert.chunked(server.endpoint(), sql, "good");
        SlowInsert bad = SlowInsert.chunked(server.endpoint(), sql, "bad")) {
      good.write("1\n");
      bad.write("2\nwrong\n");
      assertEquals(400, bad.finish());
      assertEquals(200, good.finish());
    }
    assertEquals("1", client.query("SELECT a FROM other"));
  }

  @Test
  void queryIsFoundByItsCommentAndKilled() throws Exception {
    Future<HttpResponse<String>> running =
        threads.submit(
            () ->
                client.post(
                    "SELECT count() FROM numbers(1000000000000) WHERE NOT ignore(rand())",
                    Map.of("log_comment", "endless")));
    awaitRunning("endless");
    kill("endless");
    HttpResponse<String> response = running.get(WAIT_SECONDS, TimeUnit.SECONDS);
    assertEquals("394", response.headers().firstValue("X-ClickHouse-Exception-Code").orElse(""));
    assertEquals("0", runningCount("endless"));
  }

  @Test
  void insertSelectIsFoundByItsCommentAndKilled() throws Exception {
    client.query("CREATE TABLE filled (a UInt64) ENGINE = MergeTree ORDER BY a");
    Future<HttpResponse<String>> running =
        threads.submit(
            () ->
                client.post(
                    "INSERT INTO filled SELECT number FROM numbers(1000000000000)"
                        + " WHERE sleepEachRow(0.001) = 0 SETTINGS max_block_size = 10",
                    Map.of("log_comment", "filling")));
    awaitRunning("filling");
    kill("filling");
    HttpResponse<String> response = running.get(WAIT_SECONDS, TimeUnit.SECONDS);
    assertEquals("394", response.headers().firstValue("X-ClickHouse-Exception-Code").orElse(""));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void clientThatLeavesHalfWayCommitsNothing(boolean chunked) throws Exception {
    String table = "left_" + chunked;
    client.query("CREATE TABLE " + table + " (a Int32) ENGINE = MergeTree ORDER BY a");
    String sql = "INSERT INTO " + table + " FORMAT TSV";
    try (SlowInsert insert =
        chunked
            ? SlowInsert.chunked(server.endpoint(), sql, table)
            : SlowInsert.ofLength(server.endpoint(), sql, table, 1000)) {
      insert.write("1\n2\n3\n");
      awaitRunning(table);
    }
    Eventually.until(() -> runningCount(table), "0"::equals);
    assertEquals("0", client.query("SELECT count() FROM " + table));
  }

  @Test
  void readerThatLeavesEndsItsQuery() throws Exception {
    HttpResponse<InputStream> response =
        client.send(
            client
                .request(Map.of("log_comment", "unread"))
                .POST(BodyPublishers.ofString("SELECT number FROM numbers(1000000000000)")),
            BodyHandlers.ofInputStream());
    try (InputStream body = response.body()) {
      assertTrue(body.read() >= 0);
      awaitRunning("unread");
    }
    Eventually.until(() -> runningCount("unread"), "0"::equals);
  }

  @Test
  void killedInsertFailsWithTheNextOfItsData() throws Exception {
    client.query("CREATE TABLE doomed (a Int32) ENGINE = MergeTree ORDER BY a");
    try (SlowInsert insert =
        SlowInsert.chunked(server.endpoint(), "INSERT INTO doomed FORMAT TSV", "doomed")) {
      insert.write("1\n");
      awaitRunning("doomed");
      client.query("KILL QUERY WHERE Settings['log_comment'] = 'doomed' ASYNC");
      insert.write("2\n");
      assertEquals(500, insert.finish());
    }
    assertEquals("0", client.query("SELECT count() FROM doomed"));
  }

  private void awaitRunning(String comment) {
    Eventually.until(() -> runningCount(comment), "1"::equals);
  }

  private String runningCount(String comment) {
    return client.query(
        "SELECT count() FROM system.processes WHERE Settings['log_comment'] = '" + comment + "'");
  }

  private void kill(String comment) {
    client.query("KILL QUERY WHERE Settings['log_comment'] = '" + comment + "' SYNC");
  }
}
