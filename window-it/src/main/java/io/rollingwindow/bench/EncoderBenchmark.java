package io.rollingwindow.bench;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * Cells encoded and digested per second by one thread, from values as PostgreSQL's binary COPY has
 * them. One operation is one cell, so the allocation rate of the {@code gc} profiler is that of one
 * cell.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class EncoderBenchmark {

  private static final int ROWS = 4096;
  private static final int EVENT_CELLS = 5;
  private static final int WIDE_CELLS = 13;
  private static final long DAY = 86_400_000_000L;
  private static final int NUMERIC_DIGITS = 3;
  private static final int LONG_NUMERIC_DIGITS = 8;

  private final long[] instants = new long[ROWS];
  private final byte[][] texts = new byte[ROWS][];
  private final byte[][] numerics = new byte[ROWS][];
  private final byte[][] longNumerics = new byte[ROWS][];
  private final byte[][] labels = {{'n', 'e', 'w'}, {'p', 'a', 'i', 'd'}, {'s', 'e', 'n', 't'}};

  private RowEncoder events;
  private RowEncoder wideRows;

  /**
   * Draws the values and makes the encoders.
   *
   * @param blackhole takes the payloads
   */
  @Setup
  public void fill(Blackhole blackhole) {
    Random random = new Random(1);
    for (int i = 0; i < ROWS; i++) {
      instants[i] = random.nextLong(7 * DAY);
      texts[i] = ("event-" + random.nextLong() + "-é").getBytes(StandardCharsets.UTF_8);
      numerics[i] = digits(random, NUMERIC_DIGITS);
      longNumerics[i] = digits(random, LONG_NUMERIC_DIGITS);
    }
    events =
        encoder(
            WindowSchema.builder()
                .column("id", "Int64")
                .column("at", "DateTime64(6, 'UTC')")
                .column("amount", "Decimal(18, 2)")
                .column("name", "String")
                .column("kind", "Int32")
                .build(),
            blackhole);
    wideRows =
        encoder(
            WindowSchema.builder()
                .column("id", "UUID")
                .column("at", "Nullable(DateTime64(6, 'UTC'))")
                .column("amount", "Nullable(Decimal(38, 8))")
                .column("name", "LowCardinality(Nullable(String))")
                .column("missing", "Nullable(Int64)")
                .column("state", "Enum8('new' = 1, 'paid' = 2, 'sent' = 3)")
                .column("flag", "Bool")
                .column("ratio", "Float64")
                .column("day", "Date")
                .column("hash", "FixedString(20)")
                .column("counter", "UInt64")
                .column("tags", "Array(Nullable(Int32))")
                .column("address", "IPv4")
                .build(),
            blackhole);
  }

  private static RowEncoder encoder(WindowSchema schema, Blackhole blackhole) {
    return RowEncoder.builder(schema)
        .window("at", 0, 7 * DAY)
        .digestKey(new DigestKey(1, 2))
        .maxEncodedBytes(4 * 1024 * 1024)
        .sink((buffer, offset, length) -> blackhole.consume(buffer))
        .build();
  }

  /** Base-10000 digits, the last of them a multiple of 100. */
  private static byte[] digits(Random random, int count) {
    ByteBuffer digits = ByteBuffer.allocate(2 * count);
    for (int i = 1; i < count; i++) {
      digits.putShort((short) (1 + random.nextInt(9999)));
    }
    digits.putShort((short) (100 * random.nextInt(100)));
    return digits.array();
  }

  /**
   * Encodes rows of an integer, an instant, a numeric, a text and an integer: about 60 bytes each.
   *
   * @return the bytes so far
   * @throws IOException never
   */
  @Benchmark
  @OperationsPerInvocation(ROWS * EVENT_CELLS)
  public long events() throws IOException {
    RowEncoder rows = events;
    for (int i = 0; i < ROWS; i++) {
      rows.int64(i);
      rows.epochMicros(instants[i]);
      rows.numeric(numerics[i], 0, NUMERIC_DIGITS, NUMERIC_DIGITS - 2, false);
      rows.text(texts[i], 0, texts[i].length);
      rows.int64(i & 0xFF);
      rows.endRow();
    }
    return rows.encodedBytes();
  }

  /**
   * Encodes rows of many types, an array of three elements among them.
   *
   * @return the bytes so far
   * @throws IOException never
   */
  @Benchmark
  @OperationsPerInvocation(ROWS * WIDE_CELLS)
  public long wideRows() throws IOException {
    RowEncoder rows = wideRows;
    for (int i = 0; i < ROWS; i++) {
      rows.uuid(instants[i], ~instants[i]);
      rows.epochMicros(instants[i]);
      rows.numeric(longNumerics[i], 0, LONG_NUMERIC_DIGITS, LONG_NUMERIC_DIGITS - 2, true);
      rows.text(texts[i], 0, texts[i].length);
      rows.nul();
      byte[] label = labels[i % labels.length];
      rows.enumLabel(label, 0, label.length);
      rows.bool((i & 1) == 0);
      rows.float64(instants[i] / 3.0);
      rows.epochDay(i);
      rows.bytes(texts[i], 0, 20);
      rows.int64(i);
      rows.beginArray(3);
      rows.int64(i);
      rows.nul();
      rows.int64(-i);
      rows.endArray();
      rows.ipv4(i);
      rows.endRow();
    }
    return rows.encodedBytes();
  }
}
