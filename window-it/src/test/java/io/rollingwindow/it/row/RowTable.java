package io.rollingwindow.it.row;

import com.clickhouse.client.api.Client;
import com.clickhouse.client.api.insert.InsertSettings;
import com.clickhouse.client.api.query.GenericRecord;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.row.ValueFeed;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A table of any columns behind a window column {@code w} that counts the rows in microseconds:
 * filled through the encoder, read back as ClickHouse sees it.
 */
final class RowTable implements AutoCloseable {

  private static final long WITHIN_SECONDS = 120;
  private static final DigestKey KEY = new DigestKey(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);

  private final Client client;
  private final List<ColumnType> types;
  private final WindowSchema schema;

  RowTable(ClickHouseEndpoint database, List<ColumnType> types) {
    this.client = database.client().build();
    this.types = types;
    WindowSchema.Builder builder = WindowSchema.builder().column("w", "DateTime64(6, 'UTC')");
    for (int i = 0; i < types.size(); i++) {
      builder.column("c" + i, types.get(i));
    }
    this.schema = builder.build();
    String columns =
        schema.columns().stream()
            .map(column -> column.name() + " " + column.type().nativeName())
            .collect(Collectors.joining(", "));
    query("CREATE TABLE t (" + columns + ") ENGINE = MergeTree ORDER BY w");
  }

  /** The range of DateTime64 that the connected server keeps. */
  static DateTime64Range rangeOf(ClickHouseEndpoint database) {
    try (Client client = database.client().build()) {
      String[] version = client.queryAll("SELECT version()").get(0).getString(1).split("\\.", -1);
      int number = Integer.parseInt(version[0]) * 100 + Integer.parseInt(version[1]);
      return number >= 2607 ? DateTime64Range.YEARS_0_TO_9999 : DateTime64Range.YEARS_1900_TO_2299;
    }
  }

  /** Encodes and stores rows; the random source chooses among calls of equal meaning. */
  RowTotals insert(List<List<Object>> rows, DateTime64Range range, Random random)
      throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    RowEncoder encoder =
        RowEncoder.builder(schema)
            .window("w", 0, Math.max(1, rows.size()))
            .digestKey(KEY)
            .maxEncodedBytes(1 << 24)
            .dateTime64Range(range)
            .sink(stream::write)
            .build();
    ValueFeed feed = new ValueFeed(encoder, random);
    for (int row = 0; row < rows.size(); row++) {
      encoder.epochMicros(row);
      for (int i = 0; i < types.size(); i++) {
        feed.put(types.get(i), rows.get(row).get(i));
      }
      encoder.endRow();
    }
    RowTotals totals = encoder.finish();
    InsertSettings settings = new InsertSettings().serverSetting("async_insert", "0");
    try {
      client
          .insert(
              "t",
              new ByteArrayInputStream(stream.toByteArray()),
              ClickHouseFormat.RowBinary,
              settings)
          .get(WITHIN_SECONDS, TimeUnit.SECONDS)
          .close();
    } catch (Exception e) {
      throw new AssertionError("The insert failed", e);
    }
    return totals;
  }

  /** The digest that ClickHouse reckons from the stored rows by itself. */
  MultisetDigest digest() {
    String columns =
        schema.columns().stream().map(WindowColumn::name).collect(Collectors.joining(", "));
    GenericRecord answer =
        query(
                "SELECT toString(count()), toString(sum(reinterpretAsUInt128(sipHash128Keyed(("
                    + Long.toUnsignedString(KEY.k0())
                    + "::UInt64, "
                    + Long.toUnsignedString(KEY.k1())
                    + "::UInt64), formatRow('RowBinary', "
                    + columns
                    + "))))) FROM t")
            .get(0);
    return MultisetDigest.fromDecimal(Long.parseLong(answer.getString(1)), answer.getString(2));
  }

  /** ClickHouse's text of each value of a column, by row; null for NULL. */
  List<String> texts(int column) {
    ColumnType type = types.get(column);
    String name = "c" + column;
    String text = "toString(" + StoredText.expression(type, name) + ")";
    List<String> texts = new ArrayList<>();
    for (GenericRecord row :
        query(
            "SELECT isNull("
                + name
                + ") ? 'null' : concat('=', ifNull("
                + text
                + ", '')) FROM t ORDER BY w")) {
      String answer = row.getString(1);
      texts.add(answer.equals("null") ? null : answer.substring(1));
    }
    return texts;
  }

  /** The types that ClickHouse shows for the columns. */
  List<String> typeNames() {
    List<String> names = new ArrayList<>();
    for (GenericRecord row :
        query(
            "SELECT type FROM system.columns WHERE database = currentDatabase() AND table = 't' AND name != 'w'"
                + " ORDER BY position")) {
      names.add(row.getString(1));
    }
    return names;
  }

  private List<GenericRecord> query(String sql) {
    QuerySettings settings =
        new QuerySettings()
            .serverSetting("allow_suspicious_low_cardinality_types", "1")
            .serverSetting("allow_suspicious_fixed_string_types", "1");
    return client.queryAll(sql, settings);
  }

  @Override
  public void close() {
    client.close();
  }
}
