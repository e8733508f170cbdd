package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long the server is patient with clients that say nothing. */
class SilentClientIT {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  @Test
  void insertOfASilentClientEndsAndCommitsNothing(@TempDir Path folder) throws IOException {
    try (EmbeddedClickHouseServer server = start(folder)) {
      RawClient client = new RawClient(server.endpoint());
      client.query("CREATE TABLE silent (a Int32) ENGINE = MergeTree ORDER BY a");
      try (SlowInsert insert =
          SlowInsert.chunked(server.endpoint(), "INSERT INTO silent FORMAT TSV", "silent")) {
        insert.write("1\n");
        String running =
            "SELECT count() FROM system.processes WHERE Settings['log_comment'] = 'silent'";
        Eventually.until(() -> client.query(running), "1"::equals);
        Eventually.until(() -> client.query(running), "0"::equals);
      }
      assertEquals("0", client.query("SELECT count() FROM silent"));
    }
  }

  @Test
  void longStatementIsNotTakenForSilence(@TempDir Path folder) {
    try (EmbeddedClickHouseServer server = start(folder)) {
      RawClient client = new RawClient(server.endpoint());
      long started = System.nanoTime();
      assertEquals(
          "30",
          client.query(
              "SELECT count() FROM numbers(30) WHERE sleepEachRow(0.1) = 0"
                  + " SETTINGS function_sleep_max_microseconds_per_block = 10000000"));
      assertTrue(System.nanoTime() - started > 2 * PATIENCE.toNanos());
    }
  }

  private static EmbeddedClickHouseServer start(Path folder) {
    return EmbeddedClickHouseServer.start(
        ClickHouseOptions.in(folder).withReceiveTimeout(PATIENCE));
  }
}
