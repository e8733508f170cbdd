package io.rollingwindow.it.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.docs.Pages.Block;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsTarget;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.sqlite.SqliteWindowStore;
import io.rollingwindow.testkit.WriterGuardContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The guard by an exclusive account, against a server with other accounts. */
@WithServers
class ExclusiveAccountGuardIT {

  private static final String TARGET = "clickhouse/events";
  private static final Set<String> NOBODY = Set.of();

  /** Each of them has rights over a database that bears its name, except for the reader. */
  private static final String USERS =
      """
      <clickhouse>
        <users>
          <reader>
            <password>x</password>
            <grants>
              <query>GRANT SELECT ON *.*</query>
              <query>GRANT SHOW ON *.*</query>
              <query>GRANT INSERT ON elsewhere.*</query>
              <query>GRANT INSERT ON alone.other</query>
            </grants>
          </reader>
          <inserting><password>x</password>
            <grants><query>GRANT INSERT ON inserting.events</query></grants></inserting>
          <dropping><password>x</password>
            <grants><query>GRANT DROP TABLE ON dropping.*</query></grants></dropping>
          <staging><password>x</password>
            <grants><query>GRANT INSERT ON staging.rw_x</query></grants></staging>
          <wild><password>x</password>
            <grants><query>GRANT ALTER DELETE ON wil*.*</query></grants></wild>
        </users>
        <roles>
          <deleting><grants><query>GRANT ALTER DELETE ON role.events</query></grants></deleting>
        </roles>
      </clickhouse>
      """;

  @TempDir static Path directory;

  private static EmbeddedClickHouseServer server;

  @TempDir Path work;

  @BeforeAll
  static void start() throws IOException {
    Files.createDirectories(directory.resolve("users.d"));
    Files.writeString(directory.resolve("users.d").resolve("others.xml"), USERS);
    server = EmbeddedClickHouseServer.start(ClickHouseOptions.in(directory));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static ExclusiveAccountGuard over(String database, Set<String> administrators) {
    return new ExclusiveAccountGuard(
        TARGET, database, "events", server.endpoint()::connect, lease -> true, administrators);
  }

  private static Lease lease(long token) {
    return new Lease(TARGET, "owner-" + token, token, Instant.MAX);
  }

  @Nested
  final class AsAnyGuard extends WriterGuardContract {

    private final ExclusiveAccountGuard guard = over("alone", NOBODY);

    @Override
    protected ExclusiveWindowWriterGuard guard() {
      return guard;
    }

    @Override
    protected String targetId() {
      return TARGET;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "inserting, inserting",
    "dropping, dropping",
    "staging, staging",
    "wild, wild",
    "role, deleting"
  })
  void whoeverElseMayWriteIsNamed(String database, String writer) throws Exception {
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> over(database, NOBODY).validate(TARGET));
    assertTrue(refused.getMessage().endsWith(": [" + writer + "]"), refused::getMessage);

    over(database, Set.of(writer)).validate(TARGET);
  }

  @Test
  void anotherTargetIsNotCovered() {
    assertThrows(IllegalStateException.class, () -> over("alone", NOBODY).validate("another"));
  }

  @Test
  void aLeaseThatTheStoreNoLongerKnowsIsRefused() {
    ExclusiveAccountGuard guard =
        new ExclusiveAccountGuard(
            TARGET, "alone", "events", server.endpoint()::connect, lease -> false, NOBODY);
    assertThrows(IllegalStateException.class, () -> guard.assertLease(lease(1)));
    assertThrows(IllegalStateException.class, () -> guard.hold(lease(1)));
  }

  @Test
  void whatAnEarlierProcessStillWritesIsEndedBeforeAHoldIsGiven() throws Exception {
    try (Running write = Running.start("old")) {
      over("alone", NOBODY).hold(lease(1)).close();
      assertTrue(write.endsWithAnError());
    }
  }

  @Test
  void anAttemptIsFencedByItsOperationIdAndOthersGoOn() throws Exception {
    try (Running fenced = Running.start("attempt-1");
        Running other = Running.start("attempt-12")) {
      over("alone", NOBODY).fenceAttempt(lease(1), "attempt-1");
      assertTrue(fenced.endsWithAnError());
      assertTrue(Running.isRunning("attempt-12"));
      over("alone", NOBODY).fenceAttempt(lease(1), "attempt-12");
      assertTrue(other.endsWithAnError());
    }
  }

  @Test
  void aWholeRunPublishesUnderIt(PostgresServer postgres) throws Exception {
    ClickHouseEndpoint database = server.freshDatabase();
    EventsRoute route = new EventsRoute(postgres.freshDatabase(), database);
    route.create(500, 100, EventsTarget.Layout.BY_MONTH);
    new JdbcWatermarkState(route.postgres()::connect, "public.refreshed_until").createTable();
    try (SqliteWindowStore store = SqliteWindowStore.open(work.resolve("journal.sqlite"));
        Client bulk = database.client().build()) {
      ExclusiveAccountGuard guard =
          new ExclusiveAccountGuard(
              TARGET, database.database(), "events", database::connect, store::isCurrent, NOBODY);
      RefreshEvents example =
          new RefreshEvents(
              route.postgres()::connect, database::connect, bulk, guard, database.database(), work);

      assertEquals(500, example.run(EventsRoute.END, "guarded").windowRows());
      assertTrue(route.compareWindow().equal());

      ExclusiveAccountGuard shared =
          new ExclusiveAccountGuard(
              TARGET, "inserting", "events", database::connect, store::isCurrent, NOBODY);
      RefreshEvents refusing =
          new RefreshEvents(
              route.postgres()::connect,
              database::connect,
              bulk,
              shared,
              database.database(),
              work);
      RefusedException refused =
          assertThrows(RefusedException.class, () -> refusing.run(EventsRoute.END, "another"));
      assertEquals(ErrorCode.WRITER_GUARD_REFUSED, refused.findings().get(0).code());
    }
  }

  @Test
  void theServerUnderstandsEveryStatementOfThePages() throws Exception {
    List<Block> blocks = Pages.blocks("sql");
    assertFalse(blocks.isEmpty());
    for (Block block : blocks) {
      for (String statement : block.text().replaceAll("--[^\n]*", "").split(";", -1)) {
        if (!statement.isBlank()) {
          query("EXPLAIN AST " + statement);
        }
      }
    }
  }

  private static String query(String sql) throws SQLException {
    try (Connection connection = server.endpoint().connect();
        Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      try (ResultSet rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getString(1);
      }
    }
  }

  /** A write that takes longer than any test. */
  private record Running(ExecutorService thread, Future<?> write) implements AutoCloseable {

    private static final Duration LONGEST = Duration.ofSeconds(30);

    static Running start(String operation) throws SQLException {
      ExecutorService thread = Executors.newSingleThreadExecutor();
      Future<?> write =
          thread.submit(
              () -> {
                try (Connection connection = server.endpoint().connect();
                    Statement statement = connection.createStatement()) {
                  return statement.execute(
                      "INSERT INTO FUNCTION null('n UInt64') SELECT number FROM system.numbers"
                          + " WHERE NOT ignore(sleepEachRow(0.001)) SETTINGS log_comment = '"
                          + operation
                          + "', max_block_size = 10");
                }
              });
      long deadline = System.nanoTime() + LONGEST.toNanos();
      while (!isRunning(operation) && System.nanoTime() < deadline) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
      }
      assertTrue(isRunning(operation), operation);
      return new Running(thread, write);
    }

    static boolean isRunning(String operation) throws SQLException {
      return !query(
              "SELECT count() FROM system.processes WHERE Settings['log_comment'] = '"
                  + operation
                  + "' AND query_kind = 'Insert'")
          .equals("0");
    }

    boolean endsWithAnError() throws Exception {
      try {
        write.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
        return false;
      } catch (ExecutionException e) {
        return e.getCause() instanceof SQLException;
      }
    }

    @Override
    public void close() {
      thread.shutdownNow();
    }
  }
}
