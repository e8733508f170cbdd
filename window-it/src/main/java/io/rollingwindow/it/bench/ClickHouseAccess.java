package io.rollingwindow.it.bench;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertResponse;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.QueryResponse;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Statements and files for one database, by the official client. */
@SuppressWarnings("try") // The client's answers may be interrupted when they are closed.
final class ClickHouseAccess implements AutoCloseable {

  private static final long PATIENCE_MINUTES = 30;

  private final ClickHouseEndpoint endpoint;
  private final Client client;

  ClickHouseAccess(ClickHouseEndpoint endpoint) {
    this.endpoint = endpoint;
    this.client =
        endpoint
            .client()
            .compressServerResponse(false)
            .setSocketTimeout(PATIENCE_MINUTES, ChronoUnit.MINUTES)
            .build();
  }

  ClickHouseEndpoint endpoint() {
    return endpoint;
  }

  void execute(String sql) throws Exception {
    try (QueryResponse answer = client.query(sql).get(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      answer.getInputStream().readAllBytes();
    }
  }

  /** The one line that a query answers. */
  String[] line(String sql) throws Exception {
    return lines(sql).get(0).split("\t", -1);
  }

  /** All lines that a query answers. */
  List<String> lines(String sql) throws Exception {
    try (QueryResponse answer = query(sql, ClickHouseFormat.TabSeparated)) {
      return new String(answer.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    }
  }

  long number(String sql) throws Exception {
    return Long.parseLong(line(sql)[0]);
  }

  /** Writes what a query answers to a file. */
  void download(String sql, ClickHouseFormat format, Path file) throws Exception {
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (QueryResponse answer = query(sql, format);
        InputStream in = answer.getInputStream()) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  void upload(String table, ClickHouseFormat format, Path file) throws Exception {
    try (InputStream in = Files.newInputStream(file);
        InsertResponse answer =
            client
                .insert(
                    table, in, format, new InsertSettings().setInputStreamCopyBufferSize(1 << 18))
                .get(PATIENCE_MINUTES, TimeUnit.MINUTES)) {
      answer.getWrittenRows();
    }
  }

  /** What rows a table or subquery has, in whatever order, by a hash that only the server knows. */
  RowSet rows(Shape shape, String from) throws Exception {
    String[] line =
        line(
            "SELECT count(), sum(reinterpretAsUInt128(sipHash128(formatRow('RowBinary', "
                + shape.names()
                + ")))) FROM "
                + from);
    return new RowSet(Long.parseLong(line[0]), new BigInteger(line[1]));
  }

  /** Drops the tables that runs of our library have left: the generations before. */
  void dropOwned() throws Exception {
    for (String table :
        lines(
            "SELECT name FROM system.tables WHERE database = currentDatabase()"
                + " AND startsWith(name, 'rw_')")) {
      execute("DROP TABLE `" + table + "` SYNC");
    }
  }

  private QueryResponse query(String sql, ClickHouseFormat format) throws Exception {
    return client
        .query(sql, new QuerySettings().setFormat(format))
        .get(PATIENCE_MINUTES, TimeUnit.MINUTES);
  }

  @Override
  public void close() {
    client.close();
  }
}
