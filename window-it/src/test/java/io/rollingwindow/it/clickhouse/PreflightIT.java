package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.type.WindowSchema;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Everything that stands in the way is named at once, and nothing that does not. */
@WithServers
class PreflightIT {

  private static TargetPreflight look(Events events) {
    return look(events, PreflightMode.DRY_RUN);
  }

  private static TargetPreflight look(Events events, PreflightMode mode) {
    return events.builder().build().preflight(events.request(Duration.ofDays(1)), mode);
  }

  private static void assertFinding(TargetPreflight preflight, ErrorCode code, String words) {
    assertTrue(
        preflight.findings().stream()
            .anyMatch(finding -> finding.code() == code && finding.toString().contains(words)),
        () -> "expected " + code + " with " + words + " among " + preflight.findings());
  }

  @Test
  void admitsAPlainTableAndSaysWhatItWouldDo(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.insert(Row.at(1, "2026-09-04T00:00:00Z", "a"), new Row(2, null, null));

      TargetPreflight preflight = look(events);

      assertEquals(List.of(), preflight.findings());
      assertEquals(Optional.of(GenerationStrategy.REBUILD), preflight.strategy());
      assertEquals(2, preflight.targetRows());
      assertTrue(preflight.targetBytes() > 0);
    }
  }

  @Test
  void aDryRunWritesNothingAndSaysWhatItLeftOut(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      TargetPreflight preflight = look(events);

      assertEquals(List.of(), preflight.findings());
      assertEquals(Optional.of(GenerationStrategy.PARTITION_CLONE), preflight.strategy());
      assertEquals(1, preflight.notes().size());
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void aRunProbesTheExchangeAndLeavesNoScratchTable(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      assertEquals(List.of(), look(events, PreflightMode.RUN).findings());
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @ParameterizedTest
  @CsvSource({
    "CUT_BEFORE, EXCHANGE TABLES",
    "DROP_REPLY, MODIFY COMMENT",
    "ANSWER_503, CREATE TABLE"
  })
  void aProbeThatIsCutOffSaysNothingAboutRightsOrTheFileSystem(
      FaultProxy.Fault fault, String statement, ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      faulty.proxy().disturb(fault, statement, 1);

      TransientChunkException failure =
          assertThrows(TransientChunkException.class, () -> look(events, PreflightMode.RUN));

      assertEquals(ErrorCode.TRANSIENT_FAILURE, failure.code());
      assertEquals(1, faulty.proxy().disturbed());
      assertEquals(List.of(), look(events, PreflightMode.RUN).findings());
    }
  }

  @Test
  void namesThatMerelySoundLikeClausesAreFine(ClickHouseServer server) throws SQLException {
    Database database = new Database(server.freshDatabase());
    database.execute(
        "CREATE TABLE events (id Int64 COMMENT 'PROJECTION p, TTL x', ttl Nullable(String)"
            + " COMMENT 'DEFAULT now()', `projection` Int8 CODEC(ZSTD), `index` Int8,"
            + " observed_at DateTime64(3, 'UTC'), INDEX ttl_index ttl TYPE minmax,"
            + " CONSTRAINT ttl_check CHECK id > -100)"
            + " ENGINE = MergeTree PARTITION BY toYYYYMM(observed_at) ORDER BY (ttl, id)"
            + " SETTINGS allow_nullable_key = 1 COMMENT 'TTL observed_at + INTERVAL 1 DAY'");
    WindowSchema schema =
        WindowSchema.builder()
            .column("id", "Int64")
            .column("ttl", "Nullable(String)")
            .column("projection", "Int8")
            .column("index", "Int8")
            .column("observed_at", "DateTime64(3, 'UTC')")
            .build();
    try (Client bulk = database.endpoint().client().build()) {
      ClickHouseWindowTarget target =
          ClickHouseWindowTarget.builder()
              .targetId(Events.TARGET_ID)
              .database(database.name())
              .table("events")
              .schema(schema)
              .windowColumn("observed_at")
              .control(database.endpoint()::connect)
              .bulk(bulk)
              .writerGuard(new io.rollingwindow.it.guard.SoleProcessGuard())
              .build();
      WindowRequest request =
          new WindowRequest(
              "route",
              Events.TARGET_ID,
              schema,
              "observed_at",
              new ChunkGrid(new WindowInterval(0, 10), 10));

      assertEquals(List.of(), target.preflight(request, PreflightMode.RUN).findings());
    }
  }

  static Stream<Arguments> refusedTables() {
    String columns = "(id Int64, observed_at Nullable(DateTime64(6, 'UTC')), note Nullable(String)";
    return Stream.of(
        Arguments.of(
            "a TTL of the table",
            columns
                + ") ENGINE = MergeTree ORDER BY id TTL toDateTime(assumeNotNull(observed_at))"
                + " + INTERVAL 900 DAY",
            "TTL"),
        Arguments.of(
            "a TTL of a column",
            columns
                + " TTL toDateTime(assumeNotNull(observed_at)) + INTERVAL 900 DAY)"
                + " ENGINE = MergeTree ORDER BY id",
            "note"),
        Arguments.of(
            "a projection",
            columns + ", PROJECTION p (SELECT id ORDER BY note)) ENGINE = MergeTree ORDER BY id",
            "PROJECTION"),
        Arguments.of(
            "a default",
            "(id Int64, observed_at Nullable(DateTime64(6, 'UTC')), note Nullable(String) DEFAULT"
                + " 'x') ENGINE = MergeTree ORDER BY id",
            "DEFAULT"),
        Arguments.of(
            "a materialized column",
            columns + ", twice Int64 MATERIALIZED id * 2) ENGINE = MergeTree ORDER BY id",
            "MATERIALIZED"),
        Arguments.of(
            "an alias",
            columns + ", twice Int64 ALIAS id * 2) ENGINE = MergeTree ORDER BY id",
            "ALIAS"),
        Arguments.of(
            "an ephemeral column",
            columns + ", raw String EPHEMERAL) ENGINE = MergeTree ORDER BY id",
            "EPHEMERAL"),
        Arguments.of(
            "an assumption that is not checked",
            columns + ", CONSTRAINT c ASSUME id > 0) ENGINE = MergeTree ORDER BY id",
            "ASSUME"),
        Arguments.of(
            "a replacing engine",
            columns + ") ENGINE = ReplacingMergeTree ORDER BY id",
            "Replacing"),
        Arguments.of("a log engine", columns + ") ENGINE = Log", "Log"),
        Arguments.of(
            "buffered inserts",
            columns + ") ENGINE = MergeTree ORDER BY id SETTINGS async_insert = 1",
            "async_insert"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusedTables")
  void refuses(String what, String definition, String words, ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("DROP TABLE events SYNC");
      events.database.execute("CREATE TABLE events " + definition);

      TargetPreflight preflight = look(events);

      assertTrue(
          preflight.findings().stream()
              .filter(finding -> finding.code() != ErrorCode.TARGET_SCHEMA_MISMATCH)
              .map(Finding::toString)
              .anyMatch(text -> text.contains(words)),
          preflight.findings()::toString);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  /** Without ZooKeeper a replicated table can be attached, though not made. */
  @Test
  void refusesAReplicatedTable(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("DROP TABLE events SYNC");
      events.database.execute(
          "ATTACH TABLE events UUID '"
              + UUID.randomUUID()
              + "' (id Int64, observed_at Nullable(DateTime64(6, 'UTC')), note Nullable(String))"
              + " ENGINE = ReplicatedMergeTree('/events', 'one') ORDER BY id");
      try {
        assertFinding(look(events), ErrorCode.TARGET_REFUSED, "The engine is ReplicatedMergeTree");
      } finally {
        // Dropping it would wait for ZooKeeper.
        events.database.execute("DETACH TABLE events SYNC");
      }
    }
  }

  static Stream<Arguments> dependents() {
    return Stream.of(
        Arguments.of(
            "dependent", "CREATE MATERIALIZED VIEW dependent TO sink AS SELECT id FROM events"),
        Arguments.of(
            "dependent",
            "CREATE MATERIALIZED VIEW dependent REFRESH EVERY 1 DAY TO sink AS SELECT id FROM events"),
        Arguments.of(
            "dependent",
            "CREATE MATERIALIZED VIEW dependent TO events AS SELECT id, observed_at, note FROM other"),
        Arguments.of(
            "dependent",
            "CREATE MATERIALIZED VIEW dependent REFRESH EVERY 1 DAY APPEND TO events"
                + " AS SELECT id, observed_at, note FROM other"),
        Arguments.of("dependent", "CREATE VIEW dependent AS SELECT * FROM (SELECT id FROM events)"),
        Arguments.of("dependent", "CREATE VIEW dependent AS SELECT * FROM merge('%1$s', '^event')"),
        Arguments.of(
            "dependent",
            "CREATE VIEW dependent AS SELECT * FROM remote('localhost', '%1$s', 'events')"),
        Arguments.of(
            "dependent",
            "CREATE TABLE dependent AS events"
                + " ENGINE = Buffer('%1$s', 'events', 1, 10, 100, 10, 100, 100, 1000)"),
        Arguments.of(
            "dependent", "CREATE TABLE dependent AS events ENGINE = Merge('%1$s', 'vent')"),
        Arguments.of("dependent", "CREATE TABLE dependent ENGINE = Alias('%1$s', 'events')"),
        Arguments.of(
            "dependent",
            "CREATE DICTIONARY dependent (id UInt64, note String) PRIMARY KEY id"
                + " SOURCE(CLICKHOUSE(DB '%1$s' TABLE 'events')) LAYOUT(FLAT()) LIFETIME(0)"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("dependents")
  void refusesWhatWritesIntoTheTargetOrReadsThroughIt(
      String name, String definition, ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      Database database = events.database;
      database.execute("CREATE TABLE sink (id Int64) ENGINE = MergeTree ORDER BY id");
      database.execute("CREATE TABLE other AS events");
      database.execute(definition.formatted(database.name()));

      assertFinding(look(events), ErrorCode.TARGET_DEPENDENT_REFUSED, database.name() + "." + name);
    }
  }

  @Test
  void leavesTablesAloneThatOnlyLookAlike(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      Database database = events.database;
      database.execute("CREATE TABLE events_copy AS events COMMENT 'events'");
      database.execute("CREATE VIEW over_copy AS SELECT id, 'events' AS events FROM events_copy");
      database.execute(
          "CREATE TABLE merged AS events ENGINE = Merge('%s', '^events_')"
              .formatted(database.name()));

      assertEquals(List.of(), look(events).findings());
    }
  }

  @Test
  void saysThatDetachedPartsStayWithTheOldGeneration(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      events.insert(Row.at(1, "2026-07-04T00:00:00Z", "a"), Row.at(2, "2026-08-04T00:00:00Z", "b"));
      events.database.execute("ALTER TABLE events DETACH PARTITION 202607");

      TargetPreflight preflight = look(events);

      assertEquals(List.of(), preflight.findings());
      assertTrue(
          preflight.notes().stream().anyMatch(note -> note.contains("1 detached parts")),
          preflight.notes()::toString);
    }
  }

  @Test
  void listsEveryDifferenceOfTheColumnsAtOnce(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("ALTER TABLE events ADD COLUMN extra Int8");
      events.database.execute("ALTER TABLE events MODIFY COLUMN note Nullable(FixedString(9))");

      TargetPreflight preflight = look(events);

      assertFinding(preflight, ErrorCode.TARGET_SCHEMA_MISMATCH, ".extra");
      assertFinding(preflight, ErrorCode.TARGET_SCHEMA_MISMATCH, ".note");
    }
  }

  @Test
  void refusesColumnsInAnotherOrder(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("ALTER TABLE events MODIFY COLUMN note Nullable(String) FIRST");

      assertFinding(look(events), ErrorCode.TARGET_SCHEMA_MISMATCH, "order");
    }
  }

  @Test
  void refusesAnUnfinishedMutation(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.insert(Row.at(1, "2026-09-04T00:00:00Z", "not a number"));
      // It fails again and again, so it stays unfinished.
      events.database.execute(
          "ALTER TABLE events UPDATE note = toString(throwIf(id = 1)) WHERE 1"
              + " SETTINGS mutations_sync = 0");

      assertFinding(look(events), ErrorCode.TARGET_REFUSED, "mutation");
      events.database.execute("KILL MUTATION WHERE database = '" + events.database.name() + "'");
    }
  }

  @Test
  void refusesATableThatIsNotThere(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("DROP TABLE events SYNC");

      TargetPreflight preflight = look(events);

      assertFinding(preflight, ErrorCode.TARGET_REFUSED, "does not exist");
      assertEquals(Optional.empty(), preflight.strategy());
    }
  }

  @Test
  void refusesToCloneWhereThereAreNoPartitions(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      TargetPreflight preflight =
          events
              .builder()
              .strategy(GenerationStrategy.PARTITION_CLONE)
              .build()
              .preflight(events.request(Duration.ofDays(1)), PreflightMode.DRY_RUN);

      assertFinding(preflight, ErrorCode.TARGET_REFUSED, "cloned");
    }
  }

  @Test
  void refusesABulkClientOfAnotherServer(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN);
        EmbeddedClickHouseServer other = EmbeddedClickHouseServer.start();
        Client elsewhere = other.endpoint().client().build()) {
      TargetPreflight preflight =
          events
              .builder()
              .bulk(elsewhere)
              .build()
              .preflight(events.request(Duration.ofDays(1)), PreflightMode.DRY_RUN);

      assertFinding(preflight, ErrorCode.TARGET_REFUSED, "another server");
    }
  }

  @Test
  void refusesADatabaseThatCannotExchange(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      String memory = events.database.name() + "_memory";
      events.database.execute("CREATE DATABASE " + memory + " ENGINE = Memory");
      events.database.execute(
          "CREATE TABLE " + memory + ".events AS events ENGINE = MergeTree ORDER BY id");
      try {
        TargetPreflight preflight =
            events
                .builder()
                .database(memory)
                .build()
                .preflight(events.request(Duration.ofDays(1)), PreflightMode.RUN);

        assertFinding(preflight, ErrorCode.TARGET_REFUSED, "Atomic");
      } finally {
        events.database.execute("DROP DATABASE " + memory);
      }
    }
  }
}
