package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.type.WindowSchema;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outside rows are compared exactly, copy by copy, within bounded memory. */
@WithServers
class ProofIT {

  @TempDir Path directory;

  private static final WindowSchema FLOATS =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("at", "DateTime64(6, 'UTC')")
          .column("value", "Float64")
          .column("label", "LowCardinality(Nullable(String))")
          .build();

  private static WindowPlan plan(WindowSchema schema) {
    return new WindowPlan(
        "route",
        Events.TARGET_ID,
        schema.fingerprint(),
        "at",
        new ChunkGrid(new WindowInterval(0, 1_000_000), 1_000_000),
        new SourceIdentity("s", "d", "r", "x"),
        new DigestKey(1, 2));
  }

  private static ClickHouseWindowTarget.Builder floats(Database database, Client bulk) {
    return ClickHouseWindowTarget.builder()
        .targetId(Events.TARGET_ID)
        .database(database.name())
        .table("floats")
        .schema(FLOATS)
        .windowColumn("at")
        .control(database.endpoint()::connect)
        .bulk(bulk)
        .strategy(GenerationStrategy.REBUILD)
        .durability(false)
        .writerGuard(new SoleProcessGuard());
  }

  private static List<ChunkReceipt> stageNothing(ClickHouseWindowTarget target, WindowPlan plan) {
    try (StagingAttempt attempt =
        target.stage(plan, new AttemptId(plan.runId(), 0, 1), new Held(Events.TARGET_ID, 1))) {
      return List.of(attempt.verify(Events.load(attempt), Events.again()));
    }
  }

  @Test
  void nanAndNegativeZeroAreComparedByTheirBytes(ClickHouseServer server) throws SQLException {
    Database database = new Database(server.freshDatabase());
    database.execute(
        "CREATE TABLE floats (id Int64, at DateTime64(6, 'UTC'), value Float64, label"
            + " LowCardinality(Nullable(String))) ENGINE = MergeTree ORDER BY id");
    database.execute(
        "INSERT INTO floats SELECT 1, toDateTime64('2001-01-01 00:00:00', 6, 'UTC'), x, l FROM"
            + " values('x Float64, l Nullable(String)', (nan, 'a'), (nan, 'a'), (-0.0, NULL), (0.0,"
            + " NULL), (inf, ''), (-inf, 'NULL'))");
    try (Client bulk = database.endpoint().client().build()) {
      ClickHouseWindowTarget target = floats(database, bulk).build();
      WindowPlan plan = plan(FLOATS);
      List<ChunkReceipt> receipts = stageNothing(target, plan);
      try (PublicationHold hold = target.hold(plan, new Held(Events.TARGET_ID, 1))) {
        assertEquals(6, hold.prove(hold.prepare(receipts)).outsideRows());
      }
      for (String tampering :
          List.of(
              "UPDATE value = 0.0 WHERE reinterpretAsUInt64(value) != 0 AND value = 0",
              "UPDATE label = '' WHERE label IS NULL AND reinterpretAsUInt64(value) = 0")) {
        try (PublicationHold hold = target.hold(plan, new Held(Events.TARGET_ID, 1))) {
          PreparedGeneration generation = hold.prepare(receipts);
          database.execute(
              "ALTER TABLE "
                  + generation.table()
                  + " "
                  + tampering
                  + " SETTINGS mutations_sync = 2");
          RefusedException refused =
              assertThrows(RefusedException.class, () -> hold.prove(generation), tampering);
          assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
        }
      }
    }
  }

  @Test
  void aMissingCopyOfATripleIsNoticed(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      Row triple = Row.at(1, "2026-08-01T00:00:00Z", "three times");
      events.insert(triple, triple, triple);
      events.insert(Row.at(2, "2026-08-01T00:00:00Z", "once"));
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      WindowPlan plan = events.plan(java.time.Duration.ofDays(7));
      List<ChunkReceipt> receipts = events.stageAll(target, plan);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.database.execute(
            "INSERT INTO " + generation.table() + " SELECT * FROM events WHERE id = 2");
        events.database.execute("TRUNCATE TABLE events");
        events.insert(triple, triple, Row.at(2, "2026-08-01T00:00:00Z", "once"));
        events.insert(Row.at(2, "2026-08-01T00:00:00Z", "once"));

        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prove(generation));
        assertTrue(refused.getMessage().contains("1 distinct rows"), refused.getMessage());
        assertTrue(refused.getMessage().contains("1 copies"), refused.getMessage());
      }
    }
  }

  @Test
  void aComparisonLargerThanTheAccountsMemorySpillsToDisk() {
    ClickHouseOptions options =
        ClickHouseOptions.in(directory)
            .withProfileSetting("max_memory_usage", String.valueOf(140L << 20))
            .withProfileSetting("min_insert_block_size_rows", "100000")
            .withProfileSetting("max_bytes_ratio_before_external_group_by", "0");
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start(options);
        Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute(
          "INSERT INTO events SELECT number, fromUnixTimestamp64Micro(toInt64(number), 'UTC'),"
              + " concat('some text that is long enough to fill memory ', toString(number))"
              + " FROM numbers(1500000)");
      String grouped =
          "SELECT count() FROM (SELECT formatRow('RowBinary', id, observed_at, note) AS r, count()"
              + " FROM events GROUP BY r)";
      assertTrue(events.database.isRefused(grouped), "the grouped state exceeds the memory limit");
      ClickHouseWindowTarget target =
          events.builder().durability(false).compareMemoryBytes(24L << 20).build();
      WindowPlan plan = events.plan(java.time.Duration.ofDays(7));
      List<ChunkReceipt> receipts = events.stageAll(target, plan);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        GenerationProof proof = hold.prove(hold.prepare(receipts));
        assertEquals(1_500_000, proof.outsideRows());
      }
    }
  }
}
