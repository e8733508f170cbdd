package io.rollingwindow.it.clickhouse;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.type.WindowSchema;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/** A target table in a fresh database, and the steps of a run over it. */
final class Events implements AutoCloseable {

  static final String TARGET_ID = "it/events";
  static final String TABLE = "events";
  static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  static final Instant START = END.minus(Duration.ofDays(7));

  static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
          .column("note", "Nullable(String)")
          .build();

  final Database database;
  final ExclusiveWindowWriterGuard guard = new SoleProcessGuard();
  final Held lease = new Held(TARGET_ID, 1);
  final Client bulk;
  private final ClickHouseEndpoint endpoint;

  private Events(Database database, ClickHouseEndpoint endpoint) {
    this.database = database;
    this.endpoint = endpoint;
    this.bulk = endpoint.client().setMaxConnections(64).build();
  }

  /** An empty target whose engine clause is the test's. */
  static Events create(ClickHouseServer server, String keys) {
    return create(server, keys, SQLSupplier.same());
  }

  /** An empty target that the library reaches through another address than the test. */
  static Events create(ClickHouseServer server, String keys, SQLSupplier through) {
    try {
      ClickHouseEndpoint fresh = server.freshDatabase();
      Database database = new Database(fresh);
      database.execute(
          "CREATE TABLE "
              + TABLE
              + " (id Int64, observed_at Nullable(DateTime64(6, 'UTC')), note Nullable(String))"
              + " ENGINE = MergeTree "
              + keys);
      return new Events(database, through.of(fresh));
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Where the library connects to instead of the server. */
  @FunctionalInterface
  interface SQLSupplier {
    ClickHouseEndpoint of(ClickHouseEndpoint direct);

    static SQLSupplier same() {
      return direct -> direct;
    }
  }

  static final String PLAIN = "ORDER BY id";
  static final String MONTHLY =
      "PARTITION BY toYYYYMM(observed_at) ORDER BY id SETTINGS allow_nullable_key = 1";

  ClickHouseWindowTarget.Builder builder() {
    return ClickHouseWindowTarget.builder()
        .targetId(TARGET_ID)
        .database(database.name())
        .table(TABLE)
        .schema(SCHEMA)
        .windowColumn("observed_at")
        .control(endpoint::connect)
        .bulk(bulk)
        .joinTimeout(Duration.ofSeconds(10))
        .writerGuard(guard);
  }

  WindowRequest request(Duration chunk) {
    return new WindowRequest(
        "it-route",
        TARGET_ID,
        SCHEMA,
        "observed_at",
        new ChunkGrid(WindowInterval.of(START, END), chunk.toNanos() / 1000));
  }

  /** A new plan over the last week, of a snapshot of its own. */
  WindowPlan plan(Duration chunk) {
    return WindowPlan.of(
        request(chunk),
        new SourceIdentity("system", "database", "relation", UUID.randomUUID().toString()),
        new SecureRandom());
  }

  /** A new plan of one chunk between two instants. */
  WindowPlan planBetween(String start, String end) {
    WindowInterval interval = WindowInterval.of(Instant.parse(start), Instant.parse(end));
    return WindowPlan.of(
        new WindowRequest(
            "it-route",
            TARGET_ID,
            SCHEMA,
            "observed_at",
            new ChunkGrid(interval, interval.lengthMicros())),
        new SourceIdentity("system", "database", "relation", UUID.randomUUID().toString()),
        new SecureRandom());
  }

  void insert(Row... rows) {
    for (Row row : rows) {
      database.execute(
          "INSERT INTO %s SELECT %d, %s, %s"
              .formatted(
                  TABLE,
                  row.id(),
                  row.at() == null
                      ? "NULL"
                      : "fromUnixTimestamp64Micro(toInt64("
                          + WindowInterval.micros(row.at())
                          + "), 'UTC')",
                  row.note() == null ? "NULL" : "'" + row.note() + "'"));
    }
  }

  /** All rows of a table, in a fixed order. */
  List<String> rows(String table) {
    return database.strings(
        "SELECT concat(toString(id), '|', ifNull(toString(toUnixTimestamp64Micro(observed_at)),"
            + " 'NULL'), '|', ifNull(note, 'NULL')) AS shown FROM `"
            + table
            + "` ORDER BY shown");
  }

  List<String> rows() {
    return rows(TABLE);
  }

  /** All rows of the target, whatever the account's profile does to results. */
  List<String> plainRows() {
    return List.of(
        database
            .string(
                "SELECT arrayStringConcat(arraySort(groupArray(concat(toString(id), '|',"
                    + " ifNull(toString(toUnixTimestamp64Micro(observed_at)), 'NULL'), '|',"
                    + " ifNull(note, 'NULL')))), ';') FROM events SETTINGS limit = 0,"
                    + " use_query_cache = 0")
            .split(";"));
  }

  static List<String> shown(Row... rows) {
    List<String> shown = new ArrayList<>();
    for (Row row : rows) {
      shown.add(row.toString());
    }
    shown.sort(null);
    return shown;
  }

  String uuid(String table) {
    return database.string(
        "SELECT toString(uuid) FROM system.tables WHERE database = '%s' AND name = '%s'"
            .formatted(database.name(), table));
  }

  String comment(String table) {
    return database.string(
        "SELECT comment FROM system.tables WHERE database = '%s' AND name = '%s'"
            .formatted(database.name(), table));
  }

  List<String> tables() {
    return database.strings(
        "SELECT name FROM system.tables WHERE database = '" + database.name() + "' ORDER BY name");
  }

  /** Stages one chunk in one stream. */
  ChunkReceipt stage(ClickHouseWindowTarget target, WindowPlan plan, int chunk, Row... rows) {
    return stage(target, plan, new AttemptId(plan.runId(), chunk, 1), rows);
  }

  ChunkReceipt stage(ClickHouseWindowTarget target, WindowPlan plan, AttemptId id, Row... rows) {
    try (StagingAttempt attempt = target.stage(plan, id, lease)) {
      RowTotals totals = load(attempt, rows);
      return attempt.verify(totals, again(rows));
    }
  }

  /** The name of the staging table, which has to be there. */
  static String staging(ChunkReceipt receipt) {
    return receipt.staging().orElseThrow().name();
  }

  /** A second reading of the same rows. */
  static Consumer<RowEncoder> again(Row... rows) {
    return encoder -> List.of(rows).forEach(row -> row.writeTo(encoder));
  }

  static RowTotals load(StagingAttempt attempt, Row... rows) {
    try (StagingStream stream = attempt.openStream()) {
      for (Row row : rows) {
        row.writeTo(stream.rows());
      }
      return stream.finish();
    }
  }

  /** Stages every row in its chunk, and nothing in the others. */
  List<ChunkReceipt> stageAll(ClickHouseWindowTarget target, WindowPlan plan, Row... rows) {
    List<ChunkReceipt> receipts = new ArrayList<>();
    for (int chunk = 0; chunk < plan.grid().count(); chunk++) {
      WindowInterval interval = plan.grid().chunk(chunk).interval();
      Row[] inside =
          java.util.Arrays.stream(rows)
              .filter(row -> interval.contains(WindowInterval.micros(row.at())))
              .toArray(Row[]::new);
      receipts.add(stage(target, plan, chunk, inside));
    }
    return receipts;
  }

  PublicationIntent intent(WindowPlan plan, PreparedGeneration generation) {
    return new PublicationIntent(
        plan.runId(),
        TABLE,
        generation.targetUuid(),
        generation.table(),
        generation.tableUuid(),
        lease.current().fencingToken());
  }

  /** Prepares, proves, exchanges and settles. */
  PublicationStanding publish(
      ClickHouseWindowTarget target, WindowPlan plan, List<ChunkReceipt> receipts) {
    try (PublicationHold hold = target.hold(plan, lease)) {
      PreparedGeneration generation = hold.prepare(receipts);
      hold.prove(generation);
      PublicationIntent intent = intent(plan, generation);
      hold.exchange(intent);
      return hold.settle(intent);
    }
  }

  @Override
  public void close() {
    bulk.close();
    database.execute(
        "DROP DATABASE `" + database.name() + "` SYNC SETTINGS max_table_size_to_drop = 0");
  }
}
