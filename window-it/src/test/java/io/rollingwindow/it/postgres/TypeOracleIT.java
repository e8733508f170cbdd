package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What PostgreSQL prints of a value and what ClickHouse prints of the value that arrived are the
 * same text. Only the two servers judge; nothing of this library does.
 */
@WithServers
class TypeOracleIT {

  private static final int GENERATED = 300;

  private final PostgresServer postgres;
  private final ClickHouseServer clickHouse;

  TypeOracleIT(PostgresServer postgres, ClickHouseServer clickHouse) {
    this.postgres = postgres;
    this.clickHouse = clickHouse;
  }

  /**
   * A source type, a target type, and how each server prints a value.
   *
   * @param generated an expression for the value of row {@code i}
   * @param edges further values, as SQL
   */
  record Pair(
      String source,
      String target,
      String postgresText,
      String clickHouseText,
      String generated,
      List<String> edges) {

    Pair into(String other) {
      return new Pair(source, other, postgresText, clickHouseText, generated, edges);
    }

    Pair edges(String... values) {
      return new Pair(source, target, postgresText, clickHouseText, generated, List.of(values));
    }

    Pair printed(String inPostgres, String inClickHouse) {
      return new Pair(source, target, inPostgres, inClickHouse, generated, edges);
    }

    @Override
    public String toString() {
      return source + " into " + target;
    }
  }

  private static Pair pair(String source, String target, String generated) {
    return new Pair(source, target, "v::text", "toString(v)", generated, List.of());
  }

  static Stream<Pair> integers() {
    List<Pair> pairs = new ArrayList<>();
    for (int bits : List.of(8, 16, 32, 64)) {
      String signed = "floor((random() - 0.5) * 2^" + bits + ")::int8";
      String max = "(2::numeric^" + (bits - 1) + " - 1)::int8";
      pairs.add(
          pair("int8", "Int" + bits, "greatest(least(" + signed + ", " + max + "), -" + max + ")")
              .edges("0", max, "-" + max + " - 1"));
      String unsigned = "least(floor(random() * 2^" + Math.min(bits, 62) + ")::int8, " + max + ")";
      pairs.add(pair("int8", "UInt" + bits, unsigned).edges("0", max));
    }
    pairs.add(pair("int8", "Int128", "(random() * 1e18)::int8").edges("-9223372036854775808"));
    pairs.add(pair("int8", "UInt256", "(random() * 1e18)::int8").edges("9223372036854775807"));
    pairs.add(pair("int2", "Int32", "(i - 150)::int2").edges("32767", "-32768"));
    pairs.add(pair("int4", "Nullable(Int64)", "i").edges("NULL", "2147483647", "-2147483648"));
    pairs.add(pair("int4", "LowCardinality(Nullable(Int32))", "i % 3").edges("NULL"));
    pairs.add(pair("int8", "Decimal(38, 10)", "(random() * 1e18)::int8").edges("-1", "0"));
    pairs.add(pair("int4", "Float32", "i * 1000").edges("16777216", "-16777216"));
    pairs.add(pair("int8", "Float64", "i * 1000").edges("1000000000000000"));
    return pairs.stream();
  }

  static Stream<Pair> decimals() {
    String text = "trim_scale(v)::text";
    return Stream.of(
            pair("numeric(9,2)", "Decimal(9, 2)", "(random() * 1e6)")
                .edges("9999999.99", "-9999999.99", "0", "0.01", "1.20"),
            pair("numeric(18,4)", "Decimal(18, 4)", "(random() - 0.5) * 1e13")
                .edges("99999999999999.9999", "-0.0001", "10000", "1e8"),
            pair("numeric", "Decimal(38, 20)", "random()::numeric * 1e15 * random()::numeric")
                .edges(
                    "999999999999999999.99999999999999999999",
                    "-1e-20",
                    "1.50000000000000000000000"),
            pair("numeric", "Decimal(76, 38)", "random()::numeric / 3 * 1e30")
                .edges("-1e-38", "99999999999999999999999999999999999999", "12345678.00009"),
            pair("numeric", "Decimal(76, 0)", "trunc(random()::numeric * 1e70)")
                .edges("1e75", "-9e75", "10000", "100000000"),
            pair("numeric", "Int128", "trunc((random()::numeric - 0.5) * 1e38)")
                .edges("170141183460469231731687303715884105727", "-2::numeric^127", "7.000"),
            pair("numeric", "UInt64", "trunc(random()::numeric * 1e19)")
                .edges("18446744073709551615", "0"),
            pair("numeric", "UInt256", "trunc(random()::numeric * 1e76)")
                .edges("2::numeric^256 - 1", "0"),
            pair("numeric", "Nullable(Decimal(10, 1))", "i").edges("NULL"))
        .map(pair -> pair.printed(text, "toString(v)"));
  }

  static Stream<Pair> floats() {
    String bits64 = "leftPad(lower(hex(reinterpretAsUInt64(v))), 16, '0')";
    String bits32 = "leftPad(lower(hex(reinterpretAsUInt32(v))), 8, '0')";
    String[] edges = {"'NaN'", "'Infinity'", "'-Infinity'", "'-0'", "0", "1.17549435e-38"};
    return Stream.of(
        pair("float4", "Float32", "(random() * 10 ^ (i % 37))::float4")
            .printed("encode(float4send(v), 'hex')", bits32)
            .edges(edges),
        pair("float8", "Float64", "random() * 10.0 ^ (i % 300) - random()")
            .printed("encode(float8send(v), 'hex')", bits64)
            .edges(
                "'NaN'", "'Infinity'", "'-Infinity'", "'-0'", "5e-324", "1.7976931348623157e308"),
        pair("float4", "Float64", "(random() * 1000)::float4")
            .printed("encode(float8send(v), 'hex')", bits64)
            .edges(edges),
        pair("float8", "Float32", "((random() * 1000)::float4)::float8")
            .printed("encode(float4send(v::float4), 'hex')", bits32)
            .edges("'NaN'", "'-Infinity'", "'-0'", "0.5"));
  }

  static Stream<Pair> texts() {
    String[] edges = {
      "''", "'NULL'", "'\\N'", "'é'", "'😀'", "E'tab\\tline\\nquote''\\\\'", "' blanks '"
    };
    String random = "repeat(md5(random()::text), i % 20)";
    String hex = "encode(convert_to(v, 'UTF8'), 'hex')";
    return Stream.of(
        pair("text", "String", random).edges(edges),
        pair("varchar(700)", "LowCardinality(String)", random).edges(edges),
        pair("text", "Nullable(String)", random).edges("NULL", "''"),
        pair("char(5)", "String", "(i % 1000)::text")
            .printed("format('%s', v)", "v")
            .edges("''", "'ab'"),
        pair("name", "String", "left(md5(random()::text), 63)").edges("''", "'x'"),
        pair("citext", "String", "'MiXeD ' || i").edges("''", "'Ä'"),
        pair("text", "FixedString(32)", "md5(random()::text)")
            .printed(hex, "lower(hex(toStringCutToZero(v)))")
            .edges("''", "'é'"),
        pair(
            "text",
            "Enum8('good' = -1, 'bad''s' = 5)",
            "CASE i % 2 WHEN 0 THEN 'good' ELSE 'bad''s' END"),
        pair(
            "mood",
            "Enum16('odd' = 300, 'good' = 1, 'bad' = 2)",
            "('{good,bad,odd}'::mood[])[1 + i % 3]"),
        pair("mood", "Nullable(String)", "('{good,bad,odd}'::mood[])[1 + i % 3]").edges("NULL"),
        pair("json", "String", "json_build_object('i', i, 't', random())")
            .edges("'{ \"b\": 1, \"a\": 1,  \"a\": 2 }'", "'null'", "'\"\\u00e9\"'"),
        pair("jsonb", "Nullable(String)", "jsonb_build_object('i', i, 't', random())")
            .edges("NULL", "'{}'", "'{\"a\":1e400}'", "'{\"b\":1,\"a\":[1, 2]}'", "'\"é\"'"),
        pair("bytea", "String", "decode(md5(random()::text), 'hex')")
            .printed("encode(v, 'hex')", "lower(hex(v))")
            .edges("''", "'\\x00ff'"),
        pair("bytea", "FixedString(16)", "decode(md5(random()::text), 'hex')")
            .printed("encode(v, 'hex')", "lower(hex(v))"));
  }

  static Stream<Pair> others() {
    return Stream.of(
        pair("bool", "Bool", "i % 2 = 0").edges("true", "false"),
        pair("bool", "Nullable(Bool)", "i % 2 = 0").edges("NULL"),
        pair("uuid", "UUID", "md5(random()::text)::uuid")
            .edges(
                "'00000000-0000-0000-0000-000000000000'",
                "'ffffffff-ffff-ffff-ffff-ffffffffffff'",
                "'00112233-4455-6677-8899-aabbccddeeff'"),
        pair("inet", "IPv4", "'0.0.0.0'::inet + (random() * 4294967295)::int8")
            .printed("host(v)", "toString(v)")
            .edges("'0.0.0.0'", "'255.255.255.255'", "'127.0.0.1'"),
        pair("cidr", "IPv4", "('10.0.0.0'::inet + i)::cidr").printed("host(v)", "toString(v)"),
        pair("inet", "IPv6", "'2001:db8::'::inet + (random() * 1e18)::int8")
            .printed("host(v)", "toString(v)")
            .edges("'::'", "'::1'", "'fe80::1:0:0:1'", "'::ffff:1.2.3.4'"),
        pair("numeric_domain", "Decimal(12, 2)", "i / 4.0")
            .printed("trim_scale(v)::text", "toString(v)"));
  }

  static Stream<Pair> times() {
    List<Pair> pairs = new ArrayList<>();
    String[] fractions = {"", "", "", ".MS", "", "", ".US", "", "", ".US\"000\""};
    for (int precision : List.of(0, 3, 6, 9)) {
      String format = "'YYYY-MM-DD HH24:MI:SS" + fractions[precision] + "'";
      String generated =
          "date_trunc('%s', timestamptz '1950-01-01Z' + random() * interval '150 years')"
              .formatted(
                  precision == 0 ? "second" : precision == 3 ? "milliseconds" : "microseconds");
      for (String zone : List.of("UTC", "Asia/Tokyo")) {
        Pair pair =
            pair("timestamptz", "DateTime64(" + precision + ", '" + zone + "')", generated)
                .printed("to_char(v AT TIME ZONE 'UTC', " + format + ")", "toString(v, 'UTC')")
                .edges("'1970-01-01Z'", "'1969-12-31 23:59:59Z'", "'2000-01-01Z'", "'1900-01-01Z'");
        pairs.add(pair);
      }
    }
    pairs.add(
        pairs
            .get(4)
            .edges(
                "'1969-12-31 23:59:59.5Z'",
                "'1899-12-31 23:59:59.999999Z'",
                "'2300-01-01Z'",
                "'0001-01-01Z'",
                "'9999-12-31 23:59:59.999999Z'",
                "'2299-12-31 23:59:59.999999Z'"));
    pairs.add(
        pair(
                "timestamptz",
                "DateTime",
                "timestamptz '1970-01-01Z' + floor(random() * 4294967295) * interval '1 s'")
            .printed("to_char(v AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS')", "toString(v, 'UTC')")
            .edges("'1970-01-01Z'", "'2106-02-07 06:28:15Z'"));
    pairs.add(
        pair(
                "timestamp",
                "DateTime64(6, 'UTC')",
                "timestamp '1950-01-01' + random() * interval '150 years'")
            .printed("to_char(v, 'YYYY-MM-DD HH24:MI:SS.US')", "toString(v)")
            .edges("'2026-03-08 02:30:00'"));
    pairs.add(
        pair("date", "Date", "date '1970-01-01' + (random() * 65535)::int")
            .edges("'1970-01-01'", "'2149-06-06'"));
    pairs.add(
        pair("date", "Nullable(Date32)", "date '1900-01-01' + (random() * 146000)::int")
            .edges("NULL", "'1900-01-01'", "'2299-12-31'"));
    pairs.add(
        pair("timestamptz", "Date32", "timestamptz '1900-01-01Z' + i * interval '24 hours'")
            .printed("to_char(v AT TIME ZONE 'UTC', 'YYYY-MM-DD')", "toString(v)"));
    return pairs.stream();
  }

  static Stream<Pair> arrays() {
    String inPostgres = "array_to_string(v, '|', 'NULL')";
    String inClickHouse = "arrayStringConcat(arrayMap(x -> ifNull(toString(x), 'NULL'), v), '|')";
    return Stream.of(
            pair("int4[]", "Array(Int32)", "ARRAY[i, -i, i * 7]").edges("'{}'", "'{2147483647}'"),
            pair("int2[]", "Array(Nullable(Int64))", "ARRAY[i, NULL, 3]::int2[]").edges("'{NULL}'"),
            pair("text[]", "Array(String)", "ARRAY[md5(i::text), '', 'x']").edges("'{}'", "'{é}'"),
            pair("text[]", "Array(LowCardinality(Nullable(String)))", "ARRAY[(i % 3)::text, NULL]"),
            pair("varchar(40)[]", "Array(Nullable(String))", "ARRAY[md5(i::text), NULL]"),
            pair("uuid[]", "Array(UUID)", "ARRAY[md5(i::text)::uuid]"),
            pair(
                "mood[]", "Array(Enum8('good' = 1, 'bad' = 2, 'odd' = 3))", "'{good,odd}'::mood[]"),
            pair("bigint_domain[]", "Array(Int64)", "ARRAY[i]::bigint_domain[]"),
            pair("date[]", "Array(Date32)", "ARRAY[date '2000-01-01' + i]"),
            pair("jsonb[]", "Array(String)", "ARRAY[to_jsonb(i), '{}'::jsonb]"),
            pair("numeric[]", "Array(Decimal(10, 3))", "ARRAY[i + 0.125, 0.001]::numeric[]"))
        .map(pair -> pair.printed(inPostgres, inClickHouse));
  }

  /** Arrays of what the servers print differently by default. */
  static Stream<Pair> arraysByElement() {
    return Stream.of(
        array("bool", "Nullable(Bool)", "x::text", "toString(x)", "i % 2 = 0")
            .edges("'{}'", "'{NULL,t,f}'"),
        array(
                "float4",
                "Float32",
                "encode(float4send(x), 'hex')",
                "leftPad(lower(hex(reinterpretAsUInt32(x))), 8, '0')",
                "(random() * 1000)::float4")
            .edges("'{}'", "'{NaN,-Infinity,-0,1.17549435e-38}'"),
        array(
                "float8",
                "Nullable(Float64)",
                "encode(float8send(x), 'hex')",
                "leftPad(lower(hex(reinterpretAsUInt64(assumeNotNull(x)))), 16, '0')",
                "random() * 10.0 ^ i - 1")
            .edges("'{NULL}'", "'{NaN,Infinity,-0,5e-324}'"),
        array("bytea", "String", "encode(x, 'hex')", "lower(hex(x))", "decode(md5(i::text), 'hex')")
            .edges("'{}'", "ARRAY['\\x'::bytea, '\\x00ff']"),
        array(
                "timestamp",
                "Nullable(DateTime64(6, 'UTC'))",
                "to_char(x, 'YYYY-MM-DD HH24:MI:SS.US')",
                "toString(x)",
                "timestamp '1950-01-01' + random() * interval '150 years'")
            .edges("'{NULL,\"1969-12-31 23:59:59.999999\"}'"),
        array(
                "timestamptz",
                "DateTime64(3, 'Asia/Tokyo')",
                "to_char(x AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')",
                "toString(x, 'UTC')",
                "timestamptz '1950-01-01Z' + i * interval '1 day 1 ms'")
            .edges("'{}'", "'{1969-12-31 23:59:59.999Z,1900-01-01Z}'"),
        array("json", "String", "x::text", "x", "json_build_object('i', i)")
            .edges("ARRAY['{ \"b\": 1,  \"b\": 2 }', 'null']::json[]"),
        array("inet", "IPv4", "host(x)", "toString(x)", "'10.0.0.0'::inet + i")
            .edges("'{0.0.0.0,255.255.255.255}'"),
        array("inet", "Nullable(IPv6)", "host(x)", "toString(x)", "'2001:db8::'::inet + i")
            .edges("'{NULL,::1}'"));
  }

  /**
   * An array of two elements a row.
   *
   * @param inPostgres how PostgreSQL prints an element x
   * @param inClickHouse how ClickHouse prints an element x
   */
  private static Pair array(
      String element, String target, String inPostgres, String inClickHouse, String generated) {
    return pair(
            element + "[]",
            "Array(" + target + ")",
            "ARRAY[%s, %s]::%s[]".formatted(generated, generated, element))
        .printed(
            "(SELECT coalesce(string_agg(coalesce("
                + inPostgres
                + ", 'NULL'), '|' ORDER BY n), '') FROM unnest(v) WITH ORDINALITY u(x, n))",
            "arrayStringConcat(arrayMap(x -> if(isNull(x), 'NULL', ifNull("
                + inClickHouse
                + ", '')), v), '|')");
  }

  @ParameterizedTest
  @MethodSource({
    "integers",
    "decimals",
    "floats",
    "texts",
    "others",
    "times",
    "arrays",
    "arraysByElement"
  })
  void bothServersPrintTheSameText(Pair pair) throws Exception {
    SourceDatabase source = SourceDatabase.fresh(postgres);
    source.execute(
        "CREATE EXTENSION IF NOT EXISTS citext",
        "CREATE TYPE mood AS ENUM ('good', 'bad', 'odd')",
        "CREATE DOMAIN numeric_domain AS numeric(12,2)",
        "CREATE DOMAIN bigint_domain AS bigint",
        "SELECT setseed(0.5)",
        "CREATE TABLE events (id bigint, at timestamptz, v " + pair.source() + ")",
        "INSERT INTO events SELECT i, '2026-09-03Z', "
            + pair.generated()
            + " FROM generate_series(1, "
            + GENERATED
            + ") i");
    for (int i = 0; i < pair.edges().size(); i++) {
      source.execute(
          "INSERT INTO events VALUES (%d, '2026-09-03Z', %s)".formatted(-i, pair.edges().get(i)));
    }
    ClickHouseEndpoint target = clickHouse.freshDatabase();
    copy(source, target, pair.target());
    assertEquals(
        source.values(
            "SELECT coalesce(" + pair.postgresText() + ", '(null)') FROM events ORDER BY id"),
        values(
            target,
            "SELECT coalesce(" + pair.clickHouseText() + ", '(null)') FROM events ORDER BY id"));
  }

  private static void copy(SourceDatabase source, ClickHouseEndpoint target, String type)
      throws Exception {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE events (id Int64, at DateTime64(6, 'UTC'), v "
              + type
              + ") ENGINE = MergeTree ORDER BY id SETTINGS allow_suspicious_low_cardinality_types = 1");
    }
    WindowRequest request =
        SourceDatabase.wholeWeek(
            WindowSchema.builder()
                .column("id", "Int64")
                .column("at", "DateTime64(6, 'UTC')")
                .column("v", type)
                .build());
    try (SourceSnapshot snapshot = source.events().open(request)) {
      insert(target, ReadRows.all(snapshot, request).rowBinary());
    }
  }

  private static void insert(ClickHouseEndpoint target, ByteBuffer rows)
      throws IOException, InterruptedException {
    byte[] body = new byte[rows.remaining()];
    rows.duplicate().get(body);
    String query =
        URLEncoder.encode(
            "INSERT INTO " + target.database() + ".events FORMAT RowBinary",
            StandardCharsets.UTF_8);
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(target.httpUrl() + "/?async_insert=0&query=" + query))
                    .header("X-ClickHouse-User", target.user())
                    .header("X-ClickHouse-Key", target.password())
                    .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertEquals(200, answer.statusCode(), answer.body());
  }

  private static List<String> values(ClickHouseEndpoint target, String sql) throws SQLException {
    try (Connection connection = target.connect();
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (answer.next()) {
        values.add(answer.getString(1));
      }
      return values;
    }
  }
}
