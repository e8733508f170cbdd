package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.clickhouse.client.api.Client;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.guard.SoleProcessGuard;
import io.rollingwindow.it.row.EveryType;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.row.SampleValues;
import io.rollingwindow.row.ValueFeed;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A staged chunk of any types holds, by the server's own digest, the bytes that were encoded. */
@WithServers
class StagedTypesIT {

  private static final String TARGET_ID = "it/types";
  private static final Instant START = Instant.parse("2026-09-02T00:00:00Z");
  private static final int LIMIT = 1 << 16;

  private final Random random = new Random(20260902);
  private final SampleValues samples = new SampleValues(random, DateTime64Range.YEARS_1900_TO_2299);

  /** Arrays of such elements can grow without bound when they are turned into columns. */
  private static boolean hasGrowingElements(ColumnType type) {
    return type instanceof ArrayType array
        && (array.element().acceptsNull() || array.element() instanceof ArrayType);
  }

  @ParameterizedTest
  @ValueSource(ints = {LIMIT, 4 << 20})
  void everyTypeIsSentInColumns(int limit, ClickHouseServer server) throws SQLException {
    List<ColumnType> types =
        Stream.concat(EveryType.LIST.stream(), Stream.generate(samples::type).limit(60))
            .filter(type -> !hasGrowingElements(type))
            .toList();

    assertEquals(Set.of("Native"), stage(server, types, limit, rows(types, 600)));
  }

  @Test
  void arraysOfNullsAndOfArraysAreSentAsTheyAre(ClickHouseServer server) throws SQLException {
    List<ColumnType> types = EveryType.LIST;

    assertFalse(types.stream().noneMatch(StagedTypesIT::hasGrowingElements));
    assertEquals(Set.of("RowBinary"), stage(server, types, LIMIT, rows(types, 300)));
  }

  @Test
  void rowsAtTheLimitAndEmptyOnesAreKept(ClickHouseServer server) throws SQLException {
    List<ColumnType> types =
        Stream.of(
                "Array(String)",
                "Array(LowCardinality(String))",
                "Array(UInt8)",
                "LowCardinality(Nullable(String))",
                "Nullable(Decimal(76, 3))")
            .map(ColumnType::parse)
            .toList();
    String large = "x".repeat(LIMIT - 200);
    List<Object> empty = new ArrayList<>(List.of(List.of(), List.of(), List.of()));
    empty.addAll(Collections.nCopies(2, null));
    List<List<Object>> rows = new ArrayList<>(Collections.nCopies(3000, empty));
    for (int i = 0; i < 40; i++) {
      List<Object> row = new ArrayList<>(empty);
      int place = i % 4;
      Object value =
          switch (place) {
            case 0, 1 -> List.of("", large, "y");
            case 2 -> Collections.nCopies(LIMIT - 200, BigInteger.TEN);
            default -> large;
          };
      row.set(place, value);
      rows.add(random.nextInt(rows.size()), row);
    }

    assertEquals(Set.of("Native"), stage(server, types, LIMIT, rows));
  }

  private List<List<Object>> rows(List<ColumnType> types, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Object> row = new ArrayList<>();
      types.forEach(type -> row.add(samples.value(type)));
      rows.add(row);
    }
    return rows;
  }

  /** Stages and verifies the rows in one chunk, and tells the formats of the inserts. */
  private Set<String> stage(
      ClickHouseServer server, List<ColumnType> types, int limit, List<List<Object>> rows)
      throws SQLException {
    WindowSchema.Builder columns = WindowSchema.builder().column("w", "DateTime64(6, 'UTC')");
    for (int i = 0; i < types.size(); i++) {
      columns.column("c " + i, types.get(i));
    }
    WindowSchema schema = columns.build();
    ClickHouseEndpoint direct = server.freshDatabase();
    Database database = new Database(direct);
    database.execute(
        schema.columns().stream()
            .map(column -> "`" + column.name() + "` " + column.type().nativeName())
            .collect(
                Collectors.joining(
                    ", ",
                    "CREATE TABLE types (",
                    ") ENGINE = MergeTree ORDER BY w SETTINGS"
                        + " allow_suspicious_low_cardinality_types = 1,"
                        + " allow_suspicious_fixed_string_types = 1")));
    Set<String> formats = ConcurrentHashMap.newKeySet();
    Held lease = new Held(TARGET_ID, 1);
    try (FaultProxy proxy = new FaultProxy(direct);
        Client bulk = proxy.endpoint().client().build()) {
      proxy.observe(request -> formats.addAll(formatOfInsert(request)));
      ClickHouseWindowTarget target =
          ClickHouseWindowTarget.builder()
              .targetId(TARGET_ID)
              .database(database.name())
              .table("types")
              .schema(schema)
              .windowColumn("w")
              .control(direct::connect)
              .bulk(bulk)
              .maxEncodedBytes(limit)
              .writerGuard(new SoleProcessGuard())
              .build();
      WindowPlan plan = plan(schema);
      try (StagingAttempt attempt = target.stage(plan, new AttemptId(plan.runId(), 0, 1), lease)) {
        RowTotals totals;
        try (StagingStream stream = attempt.openStream()) {
          put(stream.rows(), types, rows);
          totals = stream.finish();
        }
        assertEquals(
            rows.size(), attempt.verify(totals, again -> put(again, types, rows)).totals().rows());
      }
    }
    database.execute("DROP DATABASE `" + database.name() + "` SYNC");
    return formats;
  }

  private static List<String> formatOfInsert(String request) {
    return request.contains("INSERT")
        ? Stream.of("Native", "RowBinary").filter(request::contains).toList()
        : List.of();
  }

  private static WindowPlan plan(WindowSchema schema) {
    WindowInterval window = WindowInterval.of(START, START.plus(Duration.ofDays(1)));
    return WindowPlan.of(
        new WindowRequest(
            "it-types", TARGET_ID, schema, "w", new ChunkGrid(window, window.lengthMicros())),
        new SourceIdentity("system", "database", "relation", "snapshot"),
        new SecureRandom());
  }

  private void put(RowEncoder encoder, List<ColumnType> types, List<List<Object>> rows) {
    ValueFeed feed = new ValueFeed(encoder, random);
    try {
      for (List<Object> row : rows) {
        encoder.epochMicros(WindowInterval.micros(START));
        for (int i = 0; i < types.size(); i++) {
          feed.put(types.get(i), row.get(i));
        }
        encoder.endRow();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
