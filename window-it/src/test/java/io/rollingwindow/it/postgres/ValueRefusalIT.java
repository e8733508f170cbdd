package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.type.WindowSchema;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Single values that have no exact form in their target, and those of the window column. */
@WithServers
class ValueRefusalIT {

  private final PostgresServer postgres;

  ValueRefusalIT(PostgresServer postgres) {
    this.postgres = postgres;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          numeric(12,2) | Decimal(12, 2)            | 'NaN'                        | NOT_A_NUMBER
          numeric       | Decimal(38, 2)            | 'Infinity'                   | INFINITE
          numeric       | Decimal(38, 2)            | '-Infinity'                  | INFINITE
          numeric       | Decimal(76, 38)           | 1e-40                        | SCALE_LOSS
          numeric       | Decimal(76, 10)           | 1e70                         | OUT_OF_RANGE
          numeric(10,4) | Decimal(10, 3)            | 1.2345                       | SCALE_LOSS
          numeric       | Int64                     | 1.9                          | SCALE_LOSS
          numeric       | UInt8                     | -1                           | OUT_OF_RANGE
          int8          | Int32                     | 2147483648                   | OUT_OF_RANGE
          int8          | UInt64                    | -1                           | OUT_OF_RANGE
          int8          | Float64                   | 9007199254740993             | PRECISION_LOSS
          int4          | Float32                   | 16777217                     | PRECISION_LOSS
          int8          | Int64                     | NULL                         | NULL_IN_NON_NULLABLE
          float8        | Float32                   | 0.1                          | PRECISION_LOSS
          date          | Date32                    | 'infinity'                   | INFINITE
          date          | Date                      | '1969-12-31'                 | OUT_OF_RANGE
          date          | Date32                    | '2300-01-01'                 | OUT_OF_RANGE
          date          | Date                      | '2149-06-07'                 | OUT_OF_RANGE
          timestamptz   | DateTime64(6)             | '-infinity'                  | INFINITE
          timestamptz   | DateTime64(6)             | '4713-01-01 BC'              | OUT_OF_RANGE
          timestamptz   | DateTime64(6)             | '294276-12-31'               | OUT_OF_RANGE
          timestamptz   | DateTime64(9)             | '2300-01-01Z'                | OUT_OF_RANGE
          timestamptz   | DateTime64(3)             | '2026-01-01 00:00:00.0001Z'  | SCALE_LOSS
          timestamptz   | DateTime                  | '2026-01-01 00:00:00.5Z'     | SCALE_LOSS
          timestamptz   | DateTime                  | '1969-12-31 23:59:59Z'       | OUT_OF_RANGE
          timestamptz   | Date                      | '2026-01-01 00:00:01Z'       | SCALE_LOSS
          timestamp     | DateTime64(6, "UTC")      | 'infinity'                   | INFINITE
          text          | Enum8("a" = 1)            | 'secret'                     | UNKNOWN_ENUM_LABEL
          text          | FixedString(3)            | 'secret'                     | WRONG_LENGTH
          bytea         | FixedString(3)            | '\\x00'                      | WRONG_LENGTH
          inet          | IPv4                      | '10.0.0.0/8'                 | WRONG_KIND
          inet          | IPv4                      | '::1'                        | WRONG_KIND
          inet          | IPv6                      | '10.0.0.1'                   | WRONG_KIND
          int4[]        | Array(Int32)              | NULL                         | NULL_IN_NON_NULLABLE
          int4[]        | Array(Int32)              | '{1,NULL}'                   | NULL_IN_NON_NULLABLE
          int4[]        | Array(Int32)              | '{{1,2},{3,4}}'              | ARRAY_SHAPE
          int4[]        | Array(Int32)              | '[0:1]={7,8}'                | ARRAY_SHAPE
          """)
  void aValueWithoutAnExactFormIsRefusedWithItsColumnAndNotShown(
      String source, String target, String value, String reason) throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(postgres);
    database.execute(
        "CREATE TABLE events (at timestamptz, v " + source + ")",
        "INSERT INTO events VALUES ('2026-09-03Z', " + value + ")");
    WindowRequest request = week("v", target.replace('"', '\''));
    try (SourceSnapshot snapshot = database.events().open(request)) {
      RefusedException refused =
          assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, request));
      assertEquals(ErrorCode.VALUE_REFUSED, refused.code());
      assertTrue(refused.getMessage().contains("column \"v\""), refused::getMessage);
      assertTrue(refused.getMessage().contains(reason), refused::getMessage);
      assertFalse(refused.getMessage().contains("secret"), refused::getMessage);
    }
    assertTrue(database.noSessionLeft());
  }

  /** PostgreSQL names no column, whatever the type. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "text   | String        | E'caf\\351'",
        "text[] | Array(String) | ARRAY[E'caf\\351']"
      })
  void textThatIsNotUtf8IsRefusedWithItsColumn(String type, String target, String value)
      throws SQLException {
    String name = "ascii_" + System.nanoTime();
    SourceDatabase maker = SourceDatabase.fresh(postgres);
    maker.execute(
        "CREATE DATABASE "
            + name
            + " ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    SourceDatabase database = new SourceDatabase(maker.endpoint().inDatabase(name));
    database.execute(
        "CREATE TABLE events (at timestamptz, good text, v " + type + ", after text)",
        "INSERT INTO events VALUES ('2026-09-03Z', 'é', " + value + ", 'é')");
    WindowRequest request =
        SourceDatabase.wholeWeek(
            WindowSchema.builder()
                .column("at", "DateTime64(6, 'UTC')")
                .column("good", "String")
                .column("v", target)
                .column("after", "String")
                .build());
    try (SourceSnapshot snapshot = database.events().open(request)) {
      RefusedException refused =
          assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, request));
      assertEquals(ErrorCode.VALUE_REFUSED, refused.code());
      assertTrue(refused.getMessage().contains("in column \"v\""), refused::getMessage);
      assertFalse(refused.getMessage().contains("caf"), refused::getMessage);
    }
    assertTrue(database.noSessionLeft());
  }

  @Test
  void aDatabaseOfAnotherEncodingArrivesInUtf8() throws SQLException {
    String name = "latin_" + System.nanoTime();
    SourceDatabase maker = SourceDatabase.fresh(postgres);
    maker.execute(
        "CREATE DATABASE "
            + name
            + " ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0");
    SourceDatabase database = new SourceDatabase(maker.endpoint().inDatabase(name));
    database.execute(
        "CREATE TABLE events (at timestamptz, v text)",
        "INSERT INTO events VALUES ('2026-09-03Z', 'é')");
    WindowRequest request = week("v", "String");
    try (SourceSnapshot snapshot = database.events().open(request)) {
      var row = ReadRows.all(snapshot, request).rowBinary();
      assertEquals((byte) 0xC3, row.get(9));
      assertEquals((byte) 0xA9, row.get(10));
    }
  }

  @Test
  void infiniteAndNullWindowValuesAreOutsideEveryWindow() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(postgres).withEvents();
    database.execute(
        "INSERT INTO events VALUES (1, 'infinity'), (2, '-infinity'), (3, NULL), (4, '2026-09-03Z')");
    assertEquals(
        List.of(4L), ids(database, new WindowInterval(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2)));
    assertEquals(List.of(), ids(database, new WindowInterval(Long.MIN_VALUE, Long.MIN_VALUE + 1)));
    assertEquals(List.of(), ids(database, new WindowInterval(Long.MAX_VALUE - 1, Long.MAX_VALUE)));
  }

  @Test
  void boundsAreExactToTheMicrosecondAndReachBeforeChrist() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(postgres).withEvents();
    database.execute(
        "INSERT INTO events VALUES (1, '2026-09-02 00:00:00.000001Z'),"
            + " (2, '2026-09-02 00:00:00.000002Z'), (3, '2026-09-02 00:00:00.000003Z'),"
            + " (4, '0044-03-15 12:00:00Z BC'), (5, '0044-03-15 12:00:00.000001Z BC')");
    long micro = WindowInterval.micros(SourceDatabase.START);
    assertEquals(List.of(2L), ids(database, new WindowInterval(micro + 2, micro + 3)));
    assertEquals(List.of(1L, 2L), ids(database, new WindowInterval(micro, micro + 3)));
    long ides = WindowInterval.micros(Instant.parse("-0043-03-15T12:00:00Z"));
    WindowRequest caesar = request(new WindowInterval(ides + 1, ides + 2));
    try (SourceSnapshot snapshot = database.events().open(caesar)) {
      RefusedException refused =
          assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, caesar));
      assertTrue(refused.getMessage().contains("OUT_OF_RANGE"), "the row itself is found");
    }
    assertEquals(List.of(), ids(database, new WindowInterval(ides + 2, ides + 3)));
  }

  @Test
  void noZoneChangesAnInstant() throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(postgres).withEvents();
    database.execute(
        "INSERT INTO events VALUES (1, '2026-09-02 00:00Z'), (2, '2026-09-09 00:00Z')",
        "ALTER DATABASE " + database.endpoint().database() + " SET timezone = 'Asia/Ho_Chi_Minh'",
        "ALTER DATABASE " + database.endpoint().database() + " SET datestyle = 'German'");
    TimeZone before = TimeZone.getDefault();
    try {
      TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Auckland"));
      WindowRequest request = SourceDatabase.week();
      try (SourceSnapshot snapshot = database.events().open(request)) {
        ReadRows rows = ReadRows.all(snapshot, request);
        assertEquals(List.of(1L), rows.ids());
        assertEquals(SourceDatabase.START, rows.totals().minWindow().orElseThrow());
      }
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static List<Long> ids(SourceDatabase database, WindowInterval interval) {
    WindowRequest request = request(interval);
    try (SourceSnapshot snapshot = database.events().open(request)) {
      return ReadRows.all(snapshot, request).ids();
    }
  }

  private static WindowRequest request(WindowInterval interval) {
    return SourceDatabase.request(
        SourceDatabase.ID_AND_TIME, new ChunkGrid(interval, interval.lengthMicros()));
  }

  private static WindowRequest week(String column, String type) {
    return SourceDatabase.wholeWeek(
        WindowSchema.builder().column("at", "DateTime64(6, 'UTC')").column(column, type).build());
  }
}
