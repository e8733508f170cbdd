package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows and payloads: whole, bounded, in order, handed on once. */
class RowStreamTest {

  /** A window column of four bytes, and a string: a row of n letters has 5 + n bytes. */
  private static final WindowSchema SCHEMA =
      WindowSchema.builder().column("w", "DateTime").column("s", "String").build();

  private static final int ROW_OVERHEAD = 5;

  private final List<byte[]> payloads = new ArrayList<>();

  private RowEncoder.Builder builder(int maxEncodedBytes) {
    return RowEncoder.builder(SCHEMA)
        .window("w", 0, 60_000_000)
        .digestKey(Cell.KEY)
        .maxEncodedBytes(maxEncodedBytes)
        .sink(
            (buffer, offset, length) ->
                payloads.add(Arrays.copyOfRange(buffer, offset, offset + length)));
  }

  private static void row(RowEncoder rows, int letters) throws IOException {
    rows.epochMicros(0);
    byte[] text = new byte[letters];
    Arrays.fill(text, (byte) 'x');
    rows.text(text, 0, letters);
    rows.endRow();
  }

  private List<Integer> sizes() {
    return payloads.stream().map(payload -> payload.length).toList();
  }

  @Test
  void rowsFillAPayloadUpToTheLimitAndTheRestFollows() throws IOException {
    int row = ROW_OVERHEAD + 3;
    for (int limit : new int[] {2 * row, 2 * row + 1, 3 * row - 1}) {
      payloads.clear();
      RowEncoder rows = builder(limit).build();
      for (int i = 0; i < 5; i++) {
        row(rows, 3);
      }
      RowTotals totals = rows.finish();
      assertEquals(List.of(2 * row, 2 * row, row), sizes(), "limit " + limit);
      assertEquals(5, totals.rows());
      assertEquals(5L * row, totals.encodedBytes());
    }
  }

  /** Larger than what the buffer starts with, so that it has to grow for the last row. */
  @Test
  void theBegunPartOfARowStaysWhenTheRowsBeforeItAreHandedOn() throws IOException {
    RowEncoder rows = builder(24).build();
    row(rows, 3);
    rows.epochMicros(1_000_000);
    rows.text("0123456789abcdef".getBytes(StandardCharsets.US_ASCII), 0, 16);
    rows.endRow();
    rows.finish();

    assertEquals(List.of(8, 21), sizes());
    byte[] second = payloads.get(1);
    assertEquals(
        "01000000" + "10" + "30313233343536373839616263646566", HexFormat.of().formatHex(second));
  }

  @Test
  void aPayloadMayBeExactlyOfTheLimit() throws IOException {
    RowEncoder rows = builder(20_000).build();
    row(rows, 8000 - ROW_OVERHEAD - 1);
    row(rows, 12_000 - ROW_OVERHEAD - 1);
    row(rows, 1);
    rows.finish();
    assertEquals(List.of(20_000, 6), sizes());
  }

  @Test
  void aLimitOfOneRowMakesPayloadsOfOneRow() throws IOException {
    RowEncoder rows = builder(ROW_OVERHEAD + 2).build();
    row(rows, 2);
    row(rows, 1);
    row(rows, 0);
    rows.finish();
    assertEquals(List.of(7, 6, 5), sizes());
  }

  @Test
  void aStreamWithoutRowsHandsNothingOn() throws IOException {
    RowTotals totals = builder(100).build().finish();
    assertEquals(List.of(), payloads);
    assertEquals(RowTotals.empty(2), totals);
  }

  @Test
  void aRowAboveTheLimitIsRefusedWhateverStoodBeforeIt() throws IOException {
    for (int before = 0; before < 4; before++) {
      payloads.clear();
      RowEncoder rows = builder(20).build();
      for (int i = 0; i < before; i++) {
        row(rows, 1);
      }
      RowValueException refused = assertThrows(RowValueException.class, () -> row(rows, 16));
      assertEquals(Reason.ROW_TOO_LARGE, refused.reason());
      assertEquals("s", refused.column().orElseThrow());
      assertTrue(refused.getMessage().contains("20 encoded bytes"), refused::getMessage);
      assertEquals(before, rows.rows(), "the refused row is not counted");
      assertEquals(6L * before, rows.encodedBytes());
    }
    RowEncoder rows = builder(20).build();
    row(rows, 15);
    rows.finish();
    assertEquals(20, payloads.get(payloads.size() - 1).length);
  }

  @Test
  void aRowGrowsAboveTheLimitByAnyOfItsColumns() {
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Nullable(Int8)", RowEncoder::nul));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Nullable(Int8)", rows -> rows.int64(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Bool", rows -> rows.bool(true)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Int8", rows -> rows.int64(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Decimal(76, 0)", rows -> rows.int64(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Float32", rows -> rows.float32(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Float64", rows -> rows.float64(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("UUID", rows -> rows.uuid(1, 1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Date", rows -> rows.epochDay(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("DateTime64(0)", rows -> rows.epochMicros(0)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("IPv4", rows -> rows.ipv4(1)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("IPv6", rows -> rows.ipv6(new byte[16], 0)));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Enum8('a' = 1)", Cell.text("a")));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("FixedString(1)", Cell.text("")));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("FixedString(1)", Cell.bytes("61")));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("String", Cell.text("")));
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("Array(Int8)", rows -> rows.beginArray(0)));
  }

  /** The limit is that of the window column alone. */
  private static Reason tooLarge(String type, Cell.Put put) {
    RowEncoder rows =
        RowEncoder.builder(WindowSchema.builder().column("w", "DateTime").column("c", type).build())
            .window("w", 0, 60_000_000)
            .digestKey(Cell.KEY)
            .maxEncodedBytes(4)
            .sink((buffer, offset, length) -> {})
            .build();
    return assertThrows(
            RowValueException.class,
            () -> {
              rows.epochMicros(0);
              put.into(rows);
            })
        .reason();
  }

  /**
   * The lengths lie: were anything allocated or read for them, the calls would fail in another way.
   */
  @Test
  void hugeValuesAreRefusedByTheirLengthAlone() {
    byte[] small = new byte[10];
    Cell.Put[] calls = {
      rows -> rows.text(small, 0, 1_000_000_000),
      rows -> rows.bytes(small, 0, Integer.MAX_VALUE),
      rows -> rows.text(small, 0, Integer.MAX_VALUE)
    };
    for (Cell.Put call : calls) {
      assertEquals(Reason.ROW_TOO_LARGE, Cell.refusal("String", call));
    }
    for (int length : new int[] {1_000_000_000, Integer.MAX_VALUE}) {
      assertEquals(
          Reason.ROW_TOO_LARGE, Cell.refusal("Array(Int8)", rows -> rows.beginArray(length)));
    }
    assertEquals(Reason.ROW_TOO_LARGE, tooLarge("FixedString(16777215)", Cell.text("a")));
  }

  @Test
  void payloadsAreHandedOnFromTheirSizeOnThoughTheLimitIsLarger() throws IOException {
    RowEncoder rows = builder(1000).payloadBytes(20).build();
    row(rows, 1);
    row(rows, 100);
    row(rows, 14);
    row(rows, 15);
    row(rows, 15);
    rows.finish();
    assertEquals(List.of(6 + 105, 19 + 20, 20), sizes());
  }

  @Test
  void withoutASizePayloadsAreHandedOnFrom256KiBOn() throws IOException {
    RowEncoder rows = builder(1 << 30).build();
    row(rows, 256 * 1024 - 20);
    row(rows, 1);
    assertEquals(List.of(), payloads);
    row(rows, 8);
    assertEquals(1, payloads.size());
    rows.finish();
    assertEquals(1, payloads.size());
  }

  @Test
  void rowsOfAllSizesArriveWholeAndInOrder() throws IOException {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    RowEncoder rows = builder(40_000).payloadBytes(9_000).build();
    for (int i = 0; i < 400; i++) {
      int letters = i * 997 % 30_000;
      row(rows, letters);
      expected.write(new byte[4]);
      expected.write(
          ReferenceRowBinary.encode(SCHEMA.columns().get(1).type(), "x".repeat(letters)));
    }
    RowTotals totals = rows.finish();
    ByteArrayOutputStream actual = new ByteArrayOutputStream();
    for (byte[] payload : payloads) {
      assertTrue(payload.length <= 40_000 && payload.length > 0);
      actual.write(payload);
    }
    assertArrayEquals(expected.toByteArray(), actual.toByteArray());
    assertEquals(expected.size(), totals.encodedBytes());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 30) + 1, Integer.MAX_VALUE})
  void limitsOutOfBoundsAreRefused(int bytes) {
    RowEncoder.Builder builder = builder(100);
    assertThrows(IllegalArgumentException.class, () -> builder.maxEncodedBytes(bytes));
    assertThrows(IllegalArgumentException.class, () -> builder.payloadBytes(bytes));
  }

  @Test
  void everySettingIsNeeded() {
    PayloadSink sink = (buffer, offset, length) -> {};
    assertThrows(
        IllegalStateException.class,
        () -> RowEncoder.builder(SCHEMA).digestKey(Cell.KEY).maxEncodedBytes(1).sink(sink).build());
    assertThrows(
        IllegalStateException.class,
        () -> RowEncoder.builder(SCHEMA).window("w", 0, 1).maxEncodedBytes(1).sink(sink).build());
    assertThrows(
        IllegalStateException.class,
        () -> RowEncoder.builder(SCHEMA).window("w", 0, 1).digestKey(Cell.KEY).sink(sink).build());
    assertThrows(
        IllegalStateException.class,
        () ->
            RowEncoder.builder(SCHEMA)
                .window("w", 0, 1)
                .digestKey(Cell.KEY)
                .maxEncodedBytes(1)
                .build());
  }

  @Test
  void theLimitOfARowIsKnownToTheSource() {
    assertEquals(100, builder(100).payloadBytes(7).build().maxEncodedBytes());
  }

  @Test
  void aMissingColumnIsNamed() throws IOException {
    RowEncoder rows = builder(100).build();
    assertEquals("w", failure(rows::endRow, Reason.ROW_SHAPE));
    RowEncoder other = builder(100).build();
    other.epochMicros(0);
    assertEquals("s", failure(other::endRow, Reason.ROW_SHAPE));
    RowEncoder unfinished = builder(100).build();
    unfinished.epochMicros(0);
    assertEquals("s", failure(unfinished::finish, Reason.ROW_SHAPE));
    assertEquals(List.of(), payloads);
  }

  @Test
  void anExtraValueIsRefused() throws IOException {
    Cell.Put[] extras = {
      rows -> rows.int64(1), RowEncoder::nul, rows -> rows.beginArray(0), RowEncoder::endArray
    };
    for (Cell.Put extra : extras) {
      RowEncoder rows = builder(100).build();
      rows.epochMicros(0);
      rows.text(new byte[0], 0, 0);
      assertEquals("none", failure(() -> extra.into(rows), Reason.ROW_SHAPE));
    }
    RowEncoder rows = builder(100).build();
    rows.epochMicros(0);
    rows.text(new byte[0], 0, 0);
    assertEquals("none", failure(rows::finish, Reason.ROW_SHAPE), "the row has not been ended");
  }

  private static String failure(org.junit.jupiter.api.function.Executable call, Reason reason) {
    RowValueException refused = assertThrows(RowValueException.class, call);
    assertEquals(reason, refused.reason());
    return refused.column().orElse("none");
  }

  @Test
  void afterAFailureNothingIsTakenAndNothingHandedOn() throws IOException {
    RowEncoder rows = builder(100).build();
    row(rows, 3);
    assertThrows(RowValueException.class, () -> rows.int64(1));
    Cell.Put[] calls = {
      r -> r.epochMicros(0),
      r -> r.text(new byte[0], 0, 0),
      RowEncoder::nul,
      r -> r.beginArray(0),
      RowEncoder::endArray,
      RowEncoder::endRow,
      RowEncoder::finish
    };
    for (Cell.Put call : calls) {
      assertThrows(IllegalStateException.class, () -> call.into(rows));
    }
    assertEquals(List.of(), payloads);
    assertEquals(1, rows.rows());
  }

  @Test
  void afterTheEndNothingIsTaken() throws IOException {
    RowEncoder rows = builder(100).build();
    row(rows, 3);
    rows.finish();
    assertThrows(IllegalStateException.class, rows::finish);
    assertThrows(IllegalStateException.class, () -> rows.epochMicros(0));
    assertThrows(IllegalStateException.class, rows::endRow);
    assertEquals(1, payloads.size());
  }

  @Test
  void aRejectionByTheSourceNamesTheColumnAndEndsTheStream() throws IOException {
    RowEncoder rows = builder(100).build();
    rows.epochMicros(0);
    RowValueException rejected = rows.reject(Reason.INFINITE);
    assertEquals(Reason.INFINITE, rejected.reason());
    assertEquals("s", rejected.column().orElseThrow());
    assertThrows(IllegalStateException.class, () -> rows.text(new byte[0], 0, 0));
    assertThrows(IllegalStateException.class, rows::endRow);
  }

  @Test
  void afterTheSinkFailedNothingIsTaken() throws IOException {
    IOException broken = new IOException("connection reset");
    AtomicInteger calls = new AtomicInteger();
    PayloadSink sink =
        (buffer, offset, length) -> {
          calls.incrementAndGet();
          throw broken;
        };
    for (int letters : new int[] {0, 15}) {
      calls.set(0);
      RowEncoder rows = builder(20).sink(sink).build();
      row(rows, 3);
      row(rows, 3);
      assertEquals(broken, assertThrows(IOException.class, () -> row(rows, letters)));
      assertThrows(IllegalStateException.class, () -> row(rows, 1));
      assertThrows(IllegalStateException.class, rows::finish);
      assertEquals(1, calls.get());
    }
    RowEncoder rows = builder(20).sink(sink).build();
    row(rows, 3);
    calls.set(0);
    assertEquals(broken, assertThrows(IOException.class, rows::finish));
    assertThrows(IllegalStateException.class, rows::finish);
    assertEquals(1, calls.get());
  }

  @Test
  void aSlowSinkHoldsTheSourceBack() throws Exception {
    CountDownLatch reached = new CountDownLatch(1);
    CountDownLatch released = new CountDownLatch(1);
    AtomicInteger ended = new AtomicInteger();
    RowEncoder rows =
        builder(20)
            .sink(
                (buffer, offset, length) -> {
                  reached.countDown();
                  try {
                    released.await();
                  } catch (InterruptedException e) {
                    throw new IOException(e);
                  }
                })
            .build();
    Thread source =
        new Thread(
            () -> {
              try {
                for (int i = 0; i < 100; i++) {
                  row(rows, 5);
                  ended.incrementAndGet();
                }
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    source.start();
    assertTrue(reached.await(10, TimeUnit.SECONDS));
    source.join(100);
    assertTrue(source.isAlive());
    assertEquals(1, ended.get(), "two rows fill the payload, and the second has not returned");
    released.countDown();
    source.join(10_000);
    assertFalse(source.isAlive());
    assertEquals(100, ended.get());
  }

  @Test
  void theBufferGrowsWithTheRowsAndNeverAboveTheLimit() throws IOException {
    ColumnWriter column = new StringWriter(null, "s", SCHEMA.columns().get(1).type());
    RowBuffer buffer = new RowBuffer(100_000, 100_000, (bytes, offset, length) -> {});
    assertEquals(8192, buffer.capacity());
    buffer.reserve(8192, column);
    assertEquals(8192, buffer.capacity());
    buffer.reserve(8193, column);
    assertEquals(16384, buffer.capacity());
    buffer.reserve(50_000, column);
    assertEquals(50_000, buffer.capacity());
    assertThrows(RowValueException.class, () -> buffer.reserve(100_001, column));
    assertEquals(50_000, buffer.capacity(), "nothing was allocated for the refused value");
    buffer.reserve(60_000, column);
    assertEquals(100_000, buffer.capacity());
    assertEquals(5, new RowBuffer(5, 5, (bytes, offset, length) -> {}).capacity());
  }
}
