package io.rollingwindow.it.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.row.SampleValues;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the encoder writes is what ClickHouse stores, shows and digests. */
@WithServers
class StoredRowsIT {

  private static final int ROWS = 300;

  @Test
  void valuesOfEveryTypeAreStoredAsTheyWerePutIn(ClickHouseServer clickHouse)
      throws SQLException, IOException {
    ClickHouseEndpoint database = clickHouse.freshDatabase();
    DateTime64Range range = RowTable.rangeOf(database);
    Random random = new Random(20260909);
    List<List<Object>> rows = rows(EveryType.LIST, ROWS, random, range);
    try (RowTable table = new RowTable(database, EveryType.LIST)) {
      RowTotals totals = table.insert(rows, range, random);
      assertEquals(totals.digest(), table.digest());
      for (int column = 0; column < EveryType.LIST.size(); column++) {
        ColumnType type = EveryType.LIST.get(column);
        List<String> texts = table.texts(column);
        assertEquals(ROWS, texts.size());
        for (int row = 0; row < ROWS; row++) {
          assertEquals(
              StoredText.expected(type, rows.get(row).get(column)),
              StoredText.read(type, texts.get(row)),
              type + ": " + texts.get(row));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void rowsOfAnySchemaHaveTheDigestThatClickHouseReckons(long seed, ClickHouseServer clickHouse)
      throws SQLException, IOException {
    ClickHouseEndpoint database = clickHouse.freshDatabase();
    DateTime64Range range = RowTable.rangeOf(database);
    Random random = new Random(seed);
    SampleValues samples = new SampleValues(random, range);
    List<ColumnType> types = Stream.generate(samples::type).limit(40).toList();
    List<List<Object>> rows = new ArrayList<>(rows(types, 1000, random, range));
    rows.addAll(rows.subList(0, 100));
    Collections.shuffle(rows, random);
    try (RowTable table = new RowTable(database, types)) {
      RowTotals totals = table.insert(rows, range, random);
      assertEquals(types.stream().map(ColumnType::nativeName).toList(), table.typeNames());
      assertEquals(1100, totals.rows());
      assertEquals(totals.digest(), table.digest());
    }
  }

  @Test
  void aTableWithoutRowsHasTheEmptyDigest(ClickHouseServer clickHouse) throws SQLException {
    try (RowTable table = new RowTable(clickHouse.freshDatabase(), EveryType.LIST)) {
      assertEquals(MultisetDigest.EMPTY, table.digest());
    }
  }

  @Test
  void theNamesOfTypesAreThoseThatClickHouseShows(ClickHouseServer clickHouse) throws SQLException {
    SampleValues samples = new SampleValues(new Random(7), DateTime64Range.YEARS_0_TO_9999);
    List<ColumnType> types = new ArrayList<>(EveryType.LIST);
    Stream.generate(samples::type).limit(200).forEach(types::add);
    try (RowTable table = new RowTable(clickHouse.freshDatabase(), types)) {
      assertEquals(types.stream().map(ColumnType::nativeName).toList(), table.typeNames());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Nullable(Array(String))",
        "Nullable(Nullable(String))",
        "Nullable(LowCardinality(String))",
        "LowCardinality(Decimal(9, 2))",
        "LowCardinality(DateTime64(3))",
        "LowCardinality(Enum8('a' = 1))",
        "LowCardinality(Array(String))",
        "Decimal(77, 1)",
        "Decimal(0, 0)",
        "Decimal(5, 6)",
        "FixedString(0)",
        "FixedString(16777216)",
        "DateTime64(10)",
        "Enum8('a' = 128)",
        "Enum8('a' = 1, 'a' = 2)",
        "Enum8('a' = 1, 'b' = 1)",
        "Enum8()",
      })
  void whatTheGrammarRefusesClickHouseRefusesToo(String type, ClickHouseServer clickHouse)
      throws SQLException {
    assertThrows(IllegalArgumentException.class, () -> ColumnType.parse(type));
    try (Connection connection = clickHouse.freshDatabase().connect();
        Statement statement = connection.createStatement()) {
      assertThrows(
          SQLException.class,
          () ->
              statement.execute("CREATE TABLE t (c " + type + ") ENGINE = MergeTree ORDER BY ()"));
    }
  }

  /** Why the grammar refuses what ClickHouse takes. */
  @Test
  void aDictionaryOfFloatsWouldLoseTheSignOfZero(ClickHouseServer clickHouse) throws SQLException {
    assertThrows(IllegalArgumentException.class, () -> ColumnType.parse("LowCardinality(Float64)"));
    try (Connection connection = clickHouse.freshDatabase().connect();
        Statement statement = connection.createStatement();
        ResultSet result =
            statement.executeQuery(
                "SELECT toString(-0.), toString(toLowCardinality(-0.))"
                    + " SETTINGS allow_suspicious_low_cardinality_types = 1")) {
      result.next();
      assertEquals("-0", result.getString(1));
      assertEquals("0", result.getString(2));
    }
  }

  private static List<List<Object>> rows(
      List<ColumnType> types, int count, Random random, DateTime64Range range) {
    SampleValues samples = new SampleValues(random, range);
    List<List<Object>> rows = new ArrayList<>();
    for (int row = 0; row < count; row++) {
      List<Object> values = new ArrayList<>();
      for (ColumnType type : types) {
        values.add(samples.value(type));
      }
      rows.add(values);
    }
    return rows;
  }
}
