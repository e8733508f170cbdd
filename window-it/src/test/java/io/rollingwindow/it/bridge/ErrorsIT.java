package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How failures are answered. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ErrorsIT {

  private static final String FAILS_LATE =
      "SELECT throwIf(number = 3000000), number FROM numbers(4000000) FORMAT RowBinary";

  private final EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
  private final RawClient client = new RawClient(server.endpoint());

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELEC 1|400|62|SYNTAX_ERROR",
        "SELECT * FROM nowhere|404|60|UNKNOWN_TABLE",
        "SELECT nothing|404|47|UNKNOWN_IDENTIFIER",
        "SELECT throwIf(1)|500|395|FUNCTION_THROW_IF_VALUE_IS_NON_ZERO",
        "CREATE TABLE nowhere.t (a Int8) ENGINE = Memory|404|81|UNKNOWN_DATABASE",
        "INSERT INTO nowhere VALUES (1)|404|60|UNKNOWN_TABLE",
        "DROP TABLE nowhere|404|60|UNKNOWN_TABLE",
        "SELECT 1; SELECT 2|400|62|SYNTAX_ERROR",
        "CREATE DATABASE x1; CREATE DATABASE x2|400|62|SYNTAX_ERROR",
      })
  void failedStatementsHaveStatusCodeAndText(String sql, int status, int code, String name) {
    HttpResponse<String> response = client.post(sql, Map.of());
    assertEquals(status, response.statusCode(), response::body);
    assertError(
        response.headers().firstValue("X-ClickHouse-Exception-Code"), response.body(), code);
    assertTrue(response.body().contains("(" + name + ")"), response::body);
  }

  @Test
  void nothingOfRefusedStatementsWasDone() {
    client.post("CREATE DATABASE y1; CREATE DATABASE y2", Map.of());
    assertEquals(
        "0", client.query("SELECT count() FROM system.databases WHERE name IN ('y1', 'y2')"));
  }

  @ParameterizedTest
  @CsvSource({
    "no_such_setting, 1, 404, 115",
    "max_block_size, many, 400, 27",
    "session_id, s, 501, 48",
    "database, nowhere, 404, 81"
  })
  void wrongParametersAreRefused(String name, String value, int status, int code) {
    HttpResponse<String> response = client.post("SELECT 1", Map.of(name, value));
    assertEquals(status, response.statusCode(), response::body);
    assertError(
        response.headers().firstValue("X-ClickHouse-Exception-Code"), response.body(), code);
  }

  @Test
  void wrongPasswordIsRefusedInEveryForm() {
    String user = server.endpoint().user();
    String basic =
        Base64.getEncoder().encodeToString((user + ":wrong").getBytes(StandardCharsets.UTF_8));
    var select = BodyPublishers.ofString("SELECT 1");
    for (HttpResponse<String> response :
        List.of(
            client.text(client.anonymous("/", Map.of()).POST(select)),
            client.text(
                client.anonymous("/", Map.of("user", user, "password", "wrong")).POST(select)),
            client.text(
                client
                    .anonymous("/", Map.of())
                    .header("Authorization", "Basic " + basic)
                    .POST(select)),
            client.text(
                client
                    .anonymous("/", Map.of())
                    .header("X-ClickHouse-User", user)
                    .header("X-ClickHouse-Key", "wrong")
                    .POST(select)))) {
      assertEquals(403, response.statusCode());
      assertError(
          response.headers().firstValue("X-ClickHouse-Exception-Code"), response.body(), 516);
    }
  }

  @Test
  void basicLoginAndLoginInTheUrlAreTaken() {
    String user = server.endpoint().user();
    String password = server.endpoint().password();
    String basic =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    var select = BodyPublishers.ofString("SELECT 1");
    assertEquals(
        "1\n",
        client
            .text(
                client
                    .anonymous("/", Map.of())
                    .header("Authorization", "Basic " + basic)
                    .POST(select))
            .body());
    assertEquals(
        "1\n",
        client
            .text(client.anonymous("/", Map.of("user", user, "password", password)).POST(select))
            .body());
  }

  @Test
  void errorOfACompressedAnswerIsCompressed() throws IOException {
    HttpResponse<byte[]> response = client.bytes("SELECT throwIf(1)", Map.of("compress", "1"));
    assertEquals(500, response.statusCode());
    try (InputStream in = new Lz4BlockInputStream(new ByteArrayInputStream(response.body()))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      assertError(response.headers().firstValue("X-ClickHouse-Exception-Code"), text, 395);
    }
  }

  @Test
  void errorAfterThousandsOfRowsBreaksTheAnswerOff() throws IOException {
    HttpResponse<InputStream> response =
        client.send(
            client.request(Map.of()).POST(BodyPublishers.ofString(FAILS_LATE)),
            BodyHandlers.ofInputStream());
    assertEquals(200, response.statusCode(), "the answer had begun");
    String tag = response.headers().firstValue("X-ClickHouse-Exception-Tag").orElseThrow();
    ByteArrayOutputStream got = new ByteArrayOutputStream();
    try (InputStream body = response.body()) {
      assertThrows(IOException.class, () -> body.transferTo(got), "the answer has no proper end");
    }
    String text = got.toString(StandardCharsets.ISO_8859_1);
    int mark = text.indexOf("\r\n__exception__\r\n" + tag + "\r\nCode: 395. DB::Exception: ");
    assertTrue(mark > 1_000_000, "the error follows the rows");
    assertTrue(text.endsWith(" " + tag + "\r\n__exception__\r\n"));
  }

  @Test
  void waitEndOfQueryTurnsALateErrorIntoAProperAnswer() {
    HttpResponse<String> response = client.post(FAILS_LATE, Map.of("wait_end_of_query", "1"));
    assertEquals(500, response.statusCode());
    assertError(response.headers().firstValue("X-ClickHouse-Exception-Code"), response.body(), 395);
  }

  @Test
  void waitEndOfQueryHoldsLargeResultsToo() {
    byte[] body =
        client
            .bytes(
                "SELECT number FROM numbers(1000000) FORMAT RowBinary",
                Map.of("wait_end_of_query", "1"))
            .body();
    assertEquals(8_000_000, body.length);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 2_000_000})
  void insertThatFailsHalfWayIsReportedAndNotCommitted(int rows) {
    client.query("DROP TABLE IF EXISTS half");
    client.query("CREATE TABLE half (a Int32) ENGINE = MergeTree ORDER BY a");
    StringBuilder data = new StringBuilder();
    for (int i = 0; i < rows; i++) {
      data.append(i == rows / 2 ? "wrong" : i).append('\n');
    }
    HttpResponse<String> response =
        client.insert(
            "INSERT INTO half FORMAT TSV", data.toString().getBytes(StandardCharsets.UTF_8));
    assertEquals(400, response.statusCode(), response::body);
    assertError(response.headers().firstValue("X-ClickHouse-Exception-Code"), response.body(), 27);
    assertEquals("0", client.query("SELECT count() FROM half WHERE a >= " + rows / 2));
  }

  @Test
  void rowThatEndsEarlyIsReported() {
    client.query("CREATE TABLE early (a Int32, b Int32) ENGINE = MergeTree ORDER BY a");
    HttpResponse<String> response =
        client.insert("INSERT INTO early FORMAT RowBinary", new byte[8 + 5]);
    assertEquals("33", response.headers().firstValue("X-ClickHouse-Exception-Code").orElse(""));
    assertEquals("0", client.query("SELECT count() FROM early"));
  }

  @Test
  void damagedCompressedBodyIsAnErrorOfTheClient() {
    HttpResponse<byte[]> response =
        client.bytes(BodyPublishers.ofByteArray(new byte[100]), Map.of("decompress", "1"));
    assertEquals("271", response.headers().firstValue("X-ClickHouse-Exception-Code").orElse(""));
  }

  @Test
  void connectionServesOnAfterAnError() {
    for (int i = 0; i < 20; i++) {
      assertFalse(
          client
              .post("SELECT throwIf(number = 70000) FROM numbers(100000)", Map.of())
              .body()
              .isEmpty());
      assertEquals("1", client.query("SELECT 1"));
    }
  }

  private static void assertError(Optional<String> header, String body, int code) {
    assertEquals(Integer.toString(code), header.orElse("none"), body);
    assertTrue(body.startsWith("Code: " + code + ". DB::Exception: "), body);
  }
}
