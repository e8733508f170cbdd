package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.DataStreamWriter;
import com.clickhouse.client.api.ServerException;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Both official clients against the server, whichever it is. */
@WithServers
class ClientsIT {

  private static final long WAIT_SECONDS = 60;
  private static final int ROWS = 400_000;
  private static final byte[] TEXT = "text".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TWO_ROWS =
      "1\tabcd\nwrong\tabcd\n".getBytes(StandardCharsets.US_ASCII);

  private ClickHouseEndpoint database;

  /** The ways in which the client can be told to compress. */
  enum Compression {
    NONE(false, false, false, ROWS),
    ANSWERS(false, true, false, ROWS),
    REQUESTS(true, false, false, ROWS),
    BOTH(true, true, false, ROWS),
    // Few rows: here the client's compression takes time with the square of the length.
    BOTH_BY_HTTP(true, true, true, 1000);

    private final boolean requests;
    private final boolean answers;
    private final boolean http;
    private final int rows;

    Compression(boolean requests, boolean answers, boolean http, int rows) {
      this.requests = requests;
      this.answers = answers;
      this.http = http;
      this.rows = rows;
    }

    Client client(ClickHouseEndpoint endpoint) {
      return endpoint
          .client()
          .compressClientRequest(requests)
          .compressServerResponse(answers)
          .useHttpCompression(http)
          .build();
    }
  }

  @BeforeEach
  void makeDatabase(ClickHouseServer server) throws SQLException {
    database = server.freshDatabase();
  }

  // The client's responses declare that closing them may throw anything.
  @SuppressWarnings("try")
  @ParameterizedTest
  @EnumSource
  void streamedInsertAndQuery(Compression compression) throws Exception {
    execute("CREATE TABLE t (a Int64, b String) ENGINE = MergeTree ORDER BY a");
    try (Client client = compression.client(database)) {
      assertEquals(
          compression.rows,
          insert(client, out -> writeRows(out, compression.rows), ClickHouseFormat.RowBinary));
      QuerySettings rowBinary = new QuerySettings().setFormat(ClickHouseFormat.RowBinary);
      try (QueryResponse response =
              client
                  .query("SELECT a, b FROM t ORDER BY a", rowBinary)
                  .get(WAIT_SECONDS, TimeUnit.SECONDS);
          DataInputStream in =
              new DataInputStream(new BufferedInputStream(response.getInputStream()))) {
        for (int i = 0; i < compression.rows; i++) {
          assertEquals(i, Long.reverseBytes(in.readLong()));
          assertEquals(TEXT.length, in.readUnsignedByte());
          assertArrayEquals(TEXT, in.readNBytes(TEXT.length));
        }
        assertEquals(-1, in.read());
      }
    }
  }

  @Test
  void queryAllReadsManyBlocksOfNamedColumns() {
    try (Client client = Compression.ANSWERS.client(database)) {
      var rows = client.queryAll("SELECT number AS n, 'x' AS s FROM numbers(200000)");
      assertEquals(200_000, rows.size());
      assertEquals(199_999, rows.get(199_999).getLong("n"));
      assertEquals("x", rows.get(199_999).getString("s"));
    }
  }

  @Test
  void clientReportsTheErrorOfAFailedInsert() {
    execute("CREATE TABLE t (a Int64, b FixedString(4)) ENGINE = MergeTree ORDER BY a");
    try (Client client = Compression.NONE.client(database)) {
      Exception failed =
          assertThrows(
              Exception.class,
              () -> insert(client, out -> out.write(TWO_ROWS), ClickHouseFormat.TSV));
      assertEquals(27, serverCode(failed));
    }
    assertEquals("0", value("SELECT count() FROM t"));
  }

  @Test
  void clientReportsTheErrorOfAnInsertThatFailsUnderWay() {
    execute("CREATE TABLE t (a Int64, b String) ENGINE = MergeTree ORDER BY a");
    execute("ALTER TABLE t ADD CONSTRAINT few CHECK a < 300000");
    try (Client client = Compression.NONE.client(database)) {
      Exception failed =
          assertThrows(
              Exception.class,
              () -> insert(client, out -> writeRows(out, ROWS), ClickHouseFormat.RowBinary));
      assertEquals(469, serverCode(failed));
    }
    assertEquals("0", value("SELECT count() FROM t WHERE a >= 300000"));
  }

  @Test
  void jdbcRunsStatementsAndReadsTypes() throws SQLException {
    execute(
        "CREATE TABLE t (id Int64, at DateTime64(6, 'UTC'), n Nullable(Decimal(18, 2)), s String)"
            + " ENGINE = MergeTree ORDER BY id");
    try (Connection connection = database.connect();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO t (id, at, n, s) VALUES (?, ?, ?, ?)")) {
      for (int i = 0; i < 3; i++) {
        insert.setLong(1, i);
        insert.setTimestamp(2, Timestamp.from(Instant.parse("2026-01-02T03:04:05.678901Z")));
        insert.setBigDecimal(3, i == 1 ? null : new BigDecimal("12.30"));
        insert.setString(4, "it's \\ \"" + i + "\" ü");
        insert.addBatch();
      }
      insert.executeBatch();
      try (PreparedStatement select =
          connection.prepareStatement("SELECT * FROM t WHERE s = ? ORDER BY id")) {
        select.setString(1, "it's \\ \"1\" ü");
        try (ResultSet result = select.executeQuery()) {
          assertTrue(result.next());
          assertEquals(1, result.getLong("id"));
          assertEquals(
              Instant.parse("2026-01-02T03:04:05.678901Z"),
              result.getObject("at", ZonedDateTime.class).toInstant());
          assertEquals(null, result.getBigDecimal("n"));
          assertTrue(!result.next());
        }
      }
    }
  }

  @Test
  void jdbcReportsTheCodeOfTheServer() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      SQLException failed =
          assertThrows(SQLException.class, () -> statement.execute("SELECT * FROM nowhere"));
      assertEquals(60, serverCode(failed));
    }
  }

  @Test
  void tablesAreExchanged() {
    execute("CREATE TABLE a (x Int8) ENGINE = MergeTree ORDER BY x");
    execute("CREATE TABLE b (x Int8) ENGINE = MergeTree ORDER BY x");
    execute("INSERT INTO a VALUES (1)");
    execute("INSERT INTO b VALUES (2)");
    String uuid =
        "SELECT toString(uuid) FROM system.tables WHERE database = currentDatabase() AND name = ";
    String before = value(uuid + "'a'");
    execute("EXCHANGE TABLES a AND b");
    assertEquals("2", value("SELECT x FROM a"));
    assertEquals("1", value("SELECT x FROM b"));
    assertEquals(before, value(uuid + "'b'"));
  }

  private static void writeRows(OutputStream raw, int count) throws IOException {
    OutputStream out = new BufferedOutputStream(raw);
    ByteBuffer row = ByteBuffer.allocate(9 + TEXT.length).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < count; i++) {
      row.clear().putLong(i).put((byte) TEXT.length).put(TEXT);
      out.write(row.array());
    }
    out.flush();
  }

  private static long insert(Client client, DataStreamWriter writer, ClickHouseFormat format)
      throws Exception {
    InsertResponse response =
        client
            .insert("t", writer, format, new InsertSettings())
            .get(WAIT_SECONDS, TimeUnit.SECONDS);
    response.close();
    return response.getWrittenRows();
  }

  private static int serverCode(Throwable thrown) {
    for (Throwable t = thrown; t != null; t = t.getCause()) {
      if (t instanceof ServerException server) {
        return server.getCode();
      }
      if (t instanceof SQLException sql && sql.getErrorCode() != 0) {
        return sql.getErrorCode();
      }
    }
    throw new AssertionError("No error of the server in it", thrown);
  }

  private void execute(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }

  private String value(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      assertTrue(result.next());
      return result.getString(1);
    } catch (SQLException e) {
      throw new AssertionError(sql, e);
    }
  }
}
