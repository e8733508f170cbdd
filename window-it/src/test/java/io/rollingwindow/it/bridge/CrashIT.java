package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The server dies and comes back, or does not outlive whoever started it. */
class CrashIT {

  @Test
  void rowsSurviveAKill() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start()) {
      RawClient client = new RawClient(server.endpoint());
      client.query("CREATE TABLE t (a UInt64) ENGINE = MergeTree ORDER BY a");
      client.query("INSERT INTO t SELECT number FROM numbers(100000)");
      String uuid = client.query("SELECT uuid FROM system.tables WHERE name = 't'");
      ClickHouseEndpoint before = server.endpoint();

      server.kill();
      assertFalse(server.process().isRunning());
      assertThrows(AssertionError.class, () -> client.query("SELECT 1"));
      server.restart();

      assertEquals(before, server.endpoint(), "the server keeps its port");
      RawClient again = new RawClient(server.endpoint());
      assertEquals("100000\t4999950000", again.query("SELECT count(), sum(a) FROM t"));
      assertEquals(uuid, again.query("SELECT uuid FROM system.tables WHERE name = 't'"));
    }
  }

  @Test
  void tablesAreWholeAfterKillsAmongExchanges() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start()) {
      new RawClient(server.endpoint())
          .query("CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x");
      new RawClient(server.endpoint())
          .query("CREATE TABLE b (x Int8) ENGINE = MergeTree ORDER BY x");
      new RawClient(server.endpoint()).query("INSERT INTO a VALUES (1)");
      new RawClient(server.endpoint()).query("INSERT INTO b VALUES (2)");
      for (int round = 0; round < 3; round++) {
        RawClient client = new RawClient(server.endpoint());
        Thread killer = new Thread(server::kill);
        int exchanges = 0;
        try {
          while (true) {
            client.query("EXCHANGE TABLES a AND b");
            if (++exchanges == 20) {
              killer.start();
            }
          }
        } catch (AssertionError gone) {
          join(killer);
        }
        server.restart();
        RawClient after = new RawClient(server.endpoint());
        assertEquals(
            "1\n2",
            after.query("SELECT x FROM (SELECT x FROM a UNION ALL SELECT x FROM b) ORDER BY x"));
      }
    }
  }

  @Test
  void changedOptionsTakeEffectWithARestart() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start()) {
      EmbeddedClickHouse process = server.process();
      RawClient client = new RawClient(server.endpoint());
      client.query("CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a");
      assertEquals("", client.query("SELECT select_filter FROM system.row_policies"));
      process.restart(
          process
              .options()
              .withProfileSetting("max_threads", "3")
              .withServerConfig("<macros><place>here</place></macros>")
              .withRowPolicies(List.of(new RowPolicy("default", "t", "a > 1 AND a < 9"))));
      RawClient again = new RawClient(server.endpoint());
      again.query("INSERT INTO t VALUES (1), (2)");
      assertEquals(
          "default\tt\ta > 1 AND a < 9",
          again.query(
              "SELECT database, table, replaceRegexpAll(select_filter, '[()]', '')"
                  + " FROM system.row_policies"));
      assertEquals("2", again.query("SELECT a FROM t"));
      assertEquals("3", again.query("SELECT getSetting('max_threads')"));
      assertEquals("here", again.query("SELECT getMacro('place')"));
    }
  }

  @Test
  void startReportsWhatIsWrong(@TempDir Path folder) {
    ClickHouseOptions options = ClickHouseOptions.in(folder).withServerConfig("<broken");
    IllegalStateException failed =
        assertThrows(IllegalStateException.class, () -> EmbeddedClickHouse.start(options).close());
    assertTrue(failed.getMessage().contains("server.log"), failed.getMessage());
  }

  @Test
  void serverDoesNotOutliveItsParent(@TempDir Path folder) throws Exception {
    Process parent =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + EngineLibrary.PROPERTY + "=" + EngineLibrary.find(),
                "-cp",
                System.getProperty("java.class.path"),
                Parent.class.getName(),
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = parent.inputReader(StandardCharsets.UTF_8)) {
      long pid = Long.parseLong(out.readLine());
      ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
      parent.destroyForcibly();
      server.onExit().get(30, TimeUnit.SECONDS);
    } finally {
      parent.destroyForcibly();
    }
  }

  /** Starts a server and waits to be killed. */
  static final class Parent {

    private Parent() {}

    public static void main(String[] arguments) throws IOException {
      try (EmbeddedClickHouse server =
          EmbeddedClickHouse.start(ClickHouseOptions.in(Path.of(arguments[0])))) {
        System.out.println(server.pid());
        int ignored = System.in.read();
      }
    }
  }

  private static void join(Thread thread) {
    try {
      thread.join(TimeUnit.SECONDS.toMillis(30));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    assertFalse(thread.isAlive());
  }
}
