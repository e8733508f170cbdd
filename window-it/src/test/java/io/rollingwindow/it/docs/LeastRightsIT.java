package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.docs.Pages.Block;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rights that the pages give to the account are enough for a whole run. */
@WithServers
class LeastRightsIT {

  private static final Pattern GRANT = Pattern.compile("(GRANT [^;]*) TO refresh;");
  private static final String DATABASE = "analytics";

  @TempDir Path directory;
  @TempDir Path work;

  @Test
  void thoseOfTheGuideAreEnough(PostgresServer postgres) throws Exception {
    runUnder("docs/compose.md", postgres, clickHouse -> new SoleProcessGuard());
  }

  @Test
  void thoseOfTheExclusiveAccountAreEnough(PostgresServer postgres) throws Exception {
    runUnder(
        "docs/writer-guard.md",
        postgres,
        clickHouse ->
            new ExclusiveAccountGuard(
                "clickhouse/events",
                DATABASE,
                "events",
                clickHouse::connect,
                lease -> true,
                Set.of()));
  }

  /** Makes the guard of an account. */
  @FunctionalInterface
  private interface GuardOf {
    ExclusiveWindowWriterGuard account(ClickHouseEndpoint clickHouse);
  }

  private void runUnder(String page, PostgresServer postgres, GuardOf guard) throws Exception {
    try (EmbeddedClickHouseServer server =
        EmbeddedClickHouseServer.start(ClickHouseOptions.in(directory))) {
      execute(server.endpoint(), "CREATE DATABASE " + DATABASE + " ENGINE = Atomic");
      ClickHouseEndpoint clickHouse = server.endpoint().inDatabase(DATABASE);
      EventsRoute route = new EventsRoute(postgres.freshDatabase(), clickHouse);
      route.create(200, 50, EventsTarget.Layout.BY_DAY);
      new JdbcWatermarkState(route.postgres()::connect, "public.refreshed_until").createTable();
      restrict(grants(page));
      server.kill();
      server.restart();
      try (Client bulk = clickHouse.client().build()) {
        RefreshEvents example =
            new RefreshEvents(
                route.postgres()::connect,
                clickHouse::connect,
                bulk,
                guard.account(clickHouse),
                DATABASE,
                work);

        assertEquals(200, example.run(EventsRoute.END, "least").windowRows());
        assertTrue(route.compareWindow().equal());
      }
    }
  }

  private static List<String> grants(String page) throws IOException {
    List<String> grants =
        Pages.blocks("sql").stream()
            .filter(block -> block.page().equals(page))
            .map(Block::text)
            .flatMap(text -> GRANT.matcher(text).results())
            .map((MatchResult found) -> found.group(1))
            .toList();
    assertFalse(grants.isEmpty());
    return grants;
  }

  /** The engine runs everything as one account, which gets these rights and loses all others. */
  private void restrict(List<String> grants) throws IOException {
    Files.writeString(
        Files.createDirectories(directory.resolve("users.d")).resolve("restricted.xml"),
        "<clickhouse><users><default><access_management remove=\"1\"/><grants>"
            + grants.stream()
                .map(grant -> "<query>" + grant + "</query>")
                .collect(Collectors.joining())
            + "</grants></default></users></clickhouse>");
  }

  private static void execute(ClickHouseEndpoint endpoint, String sql) throws SQLException {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
