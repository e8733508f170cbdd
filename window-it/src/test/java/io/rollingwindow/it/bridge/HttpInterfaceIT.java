package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the HTTP interface takes and gives, byte by byte. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpInterfaceIT {

  private final EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
  private final RawClient client = new RawClient(server.endpoint());

  @AfterAll
  void stop() {
    server.close();
  }

  @Test
  void pingNeedsNoLogin() {
    HttpResponse<String> response = client.text(client.anonymous("/ping", Map.of()).GET());
    assertEquals(200, response.statusCode());
    assertEquals("Ok.\n", response.body());
  }

  @Test
  void statementMayComeInTheUrl() {
    HttpResponse<String> response =
        client.text(client.request(Map.of("query", "SELECT 1 + 1")).GET());
    assertEquals("2\n", response.body());
  }

  @Test
  void getChangesNothing() {
    HttpResponse<String> response =
        client.text(
            client.request(Map.of("query", "CREATE TABLE g (a Int8) ENGINE = Memory")).GET());
    assertEquals("164", response.headers().firstValue("X-ClickHouse-Exception-Code").orElse(""));
    assertEquals("0", client.query("EXISTS TABLE g"));
  }

  @Test
  void answersCarryTheHeadersOfAServer() {
    HttpResponse<String> response =
        client.post("SELECT number FROM numbers(10)", Map.of("query_id", "my-id"));
    Map<String, List<String>> headers = response.headers().map();
    assertEquals("my-id", headers.get("x-clickhouse-query-id").get(0));
    assertEquals("TabSeparated", headers.get("x-clickhouse-format").get(0));
    assertEquals("UTC", headers.get("x-clickhouse-timezone").get(0));
    assertTrue(headers.containsKey("x-clickhouse-server-display-name"));
    assertTrue(
        headers.get("x-clickhouse-summary").get(0).contains("\"read_rows\":\"10\""),
        () -> headers.get("x-clickhouse-summary").toString());
  }

  @Test
  void summaryCountsWrittenRows() {
    client.query("CREATE TABLE written (a Int32) ENGINE = MergeTree ORDER BY a");
    HttpResponse<String> response =
        client.insert(
            "INSERT INTO written FORMAT CSV", "1\n2\n3\n".getBytes(StandardCharsets.UTF_8));
    String summary = response.headers().firstValue("X-ClickHouse-Summary").orElse("");
    assertTrue(summary.contains("\"written_rows\":\"3\""), summary);
  }

  @Test
  void settingsOfTheUrlTakeEffectForTheRequestOnly() {
    String setting = "SELECT getSetting('max_block_size')";
    assertEquals("123", client.query(setting, Map.of("max_block_size", "123")));
    assertEquals("65409", client.query(setting));
  }

  @Test
  void awkwardSettingValuesArriveAsTheyAre() {
    String comment = "it's a \\ \"comment\" `x` é";
    assertEquals(
        comment,
        client.query(
            "SELECT getSetting('log_comment') FORMAT TSVRaw", Map.of("log_comment", comment)));
  }

  @Test
  void placeholdersAreFilledFromTheUrl() {
    assertEquals(
        "5\tit's",
        client.query(
            "SELECT {n:UInt8} + 1, {s:String} FORMAT TSVRaw",
            Map.of("param_n", "4", "param_s", "it's")));
  }

  @Test
  void databaseOfTheUrlOrTheHeaderIsUsed() {
    client.query("CREATE DATABASE `odd name`");
    assertEquals(
        "odd name", client.query("SELECT currentDatabase()", Map.of("database", "odd name")));
    RawClient other = new RawClient(server.endpoint().inDatabase("odd name"));
    assertEquals("odd name", other.query("SELECT currentDatabase()"));
    assertEquals("default", client.query("SELECT currentDatabase()"));
  }

  @Test
  void defaultFormatComesFromTheUrlOrTheHeader() {
    assertEquals("1,\"a\"", client.query("SELECT 1, 'a'", Map.of("default_format", "CSV")));
    HttpResponse<String> response =
        client.text(
            client
                .request(Map.of())
                .header("X-ClickHouse-Format", "CSV")
                .POST(BodyPublishers.ofString("SELECT 1, 'a'")));
    assertEquals("1,\"a\"\n", response.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "TabSeparated",
        "CSV",
        "JSONEachRow",
        "RowBinary",
        "RowBinaryWithNames",
        "RowBinaryWithNamesAndTypes",
        "Native",
        "JSON",
        "CSVWithNames",
        "JSONCompactEachRowWithNamesAndTypes"
      })
  void everyFormatOfManyBlocksReadsBackWhole(String format) {
    byte[] data =
        client
            .bytes(
                "SELECT number AS n, toString(number) AS s, number % 3 = 0 AS b"
                    + " FROM numbers(300000) FORMAT "
                    + format,
                Map.of())
            .body();
    client.query("DROP TABLE IF EXISTS formats");
    client.query(
        "CREATE TABLE formats (n UInt64, s String, b UInt8) ENGINE = MergeTree ORDER BY n");
    HttpResponse<String> inserted = client.insert("INSERT INTO formats FORMAT " + format, data);
    assertEquals(200, inserted.statusCode(), inserted::body);
    assertEquals(
        "300000\t44999850000\t300000\t100000",
        client.query("SELECT count(), sum(n), countIf(s = toString(n)), sum(b) FROM formats"));
  }

  @Test
  void compressedAnswersAreTheSameBytes() throws IOException {
    String sql = "SELECT number FROM numbers(500000) FORMAT RowBinary";
    byte[] plain = client.bytes(sql, Map.of()).body();
    byte[] packed = client.bytes(sql, Map.of("compress", "1")).body();
    assertTrue(packed.length < plain.length);
    try (Lz4BlockInputStream in = new Lz4BlockInputStream(new ByteArrayInputStream(packed))) {
      assertArrayEquals(plain, in.readAllBytes());
    }
  }

  @Test
  void compressedBodiesAreRead() throws IOException {
    client.query("CREATE TABLE packed (a UInt64) ENGINE = MergeTree ORDER BY a");
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (Lz4BlockOutputStream out = new Lz4BlockOutputStream(packed)) {
      out.write(longs(200_000));
    }
    HttpResponse<byte[]> response =
        client.bytes(
            BodyPublishers.ofByteArray(packed.toByteArray()),
            Map.of("query", "INSERT INTO packed FORMAT RowBinary", "decompress", "1"));
    assertEquals(200, response.statusCode());
    assertEquals("200000\t19999900000", client.query("SELECT count(), sum(a) FROM packed"));
  }

  @ParameterizedTest
  @CsvSource({"gzip", "lz4"})
  void encodingsOfHttpAreSpoken(String encoding) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    try (var out =
        encoding.equals("gzip") ? new GZIPOutputStream(body) : new LZ4FrameOutputStream(body)) {
      out.write("SELECT number FROM numbers(100000)".getBytes(StandardCharsets.UTF_8));
    }
    HttpResponse<byte[]> response =
        client.send(
            client
                .request(Map.of("enable_http_compression", "1"))
                .header("Content-Encoding", encoding)
                .header("Accept-Encoding", "br;q=1.0, " + encoding + ";q=0.5")
                .POST(BodyPublishers.ofByteArray(body.toByteArray())),
            BodyHandlers.ofByteArray());
    assertEquals(encoding, response.headers().firstValue("Content-Encoding").orElse(""));
    try (var in =
        encoding.equals("gzip")
            ? new GZIPInputStream(new ByteArrayInputStream(response.body()))
            : new LZ4FrameInputStream(new ByteArrayInputStream(response.body()))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(100_000, text.lines().count());
    }
  }

  @Test
  void timezoneOfTheServerIsAsSet() {
    try (EmbeddedClickHouse tokyo =
        EmbeddedClickHouse.start(
            ClickHouseOptions.in(server.process().options().directory().resolve("tokyo"))
                .withTimezone(ZoneId.of("Asia/Tokyo")))) {
      RawClient there =
          new RawClient(
              new ClickHouseEndpoint(
                  tokyo.host(),
                  tokyo.port(),
                  "default",
                  tokyo.options().user(),
                  tokyo.options().password()));
      HttpResponse<String> response =
          there.post("SELECT timezone(), toDateTime('1970-01-01 09:00:00')::UInt32", Map.of());
      assertEquals("Asia/Tokyo\t0\n", response.body());
      assertEquals("Asia/Tokyo", response.headers().firstValue("X-ClickHouse-Timezone").orElse(""));
    }
  }

  private static byte[] longs(int count) {
    ByteBuffer buffer = ByteBuffer.allocate(count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      buffer.putLong(i);
    }
    return buffer.array();
  }
}
