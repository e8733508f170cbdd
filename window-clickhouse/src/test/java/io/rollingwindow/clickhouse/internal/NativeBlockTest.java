package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.ReferenceRowBinary;
import io.rollingwindow.row.SampleValues;
import io.rollingwindow.type.ArrayType;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.LowCardinalityType;
import io.rollingwindow.type.NullableType;
import io.rollingwindow.type.ScalarType;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows become the columns that ClickHouse's format description asks for, in bounded memory. */
class NativeBlockTest {

  private static final int LIMIT = 1 << 16;
  private static final int TARGET = LIMIT / 4;

  private static byte[] written(Payload payload) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    payload.writeTo(bytes);
    return bytes.toByteArray();
  }

  private static Payload block(WindowSchema schema, int limit) {
    WireFormat format = WireFormat.of(schema, limit);
    assertEquals(ClickHouseFormat.Native, format.format());
    return format.payloads().get();
  }

  private static WindowSchema schema(List<ColumnType> types) {
    WindowSchema.Builder builder = WindowSchema.builder();
    for (int i = 0; i < types.size(); i++) {
      builder.column("column \"é" + i, types.get(i));
    }
    return builder.build();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void rowsOfAnySchemaAreTransposed(long seed) throws IOException {
    Random random = new Random(seed);
    SampleValues samples = new SampleValues(random, DateTime64Range.YEARS_1900_TO_2299);
    List<ColumnType> types =
        Stream.generate(samples::type)
            .filter(type -> NativeType.of(type).isPresent())
            .limit(1 + random.nextInt(30))
            .toList();
    WindowSchema schema = schema(types);
    List<List<Object>> rows = new ArrayList<>();
    List<byte[]> encoded = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      List<Object> row = new ArrayList<>();
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      for (ColumnType type : types) {
        Object value = samples.value(type);
        row.add(value);
        bytes.writeBytes(ReferenceRowBinary.encode(type, value));
      }
      rows.add(row);
      encoded.add(bytes.toByteArray());
    }

    Payload block = block(schema, LIMIT);
    int first = 0;
    int next = 0;
    while (next < rows.size()) {
      int range = Math.min(rows.size(), next + 1 + random.nextInt(40));
      byte[] bytes = joined(encoded.subList(next, range));
      int taken = block.add(shifted(bytes), 3, bytes.length);
      int end = next;
      for (int left = taken; left > 0; end++) {
        left -= encoded.get(end).length;
        assertTrue(left >= 0, "a part of a row was taken");
      }
      assertTrue(end == range || block.isFull());
      next = end;
      if (block.isFull() || next == rows.size()) {
        assertArrayEquals(expected(schema, samples, rows.subList(first, next)), written(block));
        block.clear();
        first = next;
      }
    }
  }

  /** Written the slow and plain way, from objects. */
  private static byte[] expected(
      WindowSchema schema, SampleValues samples, List<List<Object>> rows) {
    List<byte[]> parts = new ArrayList<>();
    parts.add(number(schema.columns().size()));
    parts.add(number(rows.size()));
    for (int i = 0; i < schema.columns().size(); i++) {
      WindowColumn column = schema.columns().get(i);
      int index = i;
      ColumnType type = plain(column.type());
      parts.add(text(column.name()));
      parts.add(text(type.nativeName()));
      parts.add(column(type, samples, rows.stream().map(row -> row.get(index)).toList()));
    }
    return joined(parts);
  }

  private static byte[] column(ColumnType type, SampleValues samples, List<Object> values) {
    List<byte[]> parts = new ArrayList<>();
    if (type instanceof ArrayType array) {
      List<Object> elements = new ArrayList<>();
      for (Object value : values) {
        elements.addAll((List<?>) value);
        parts.add(
            ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(elements.size()).array());
      }
      parts.add(column(array.element(), samples, elements));
    } else if (type instanceof NullableType nullable) {
      ColumnType inside = nullable.value();
      int width =
          inside == ScalarType.STRING
              ? 1
              : ReferenceRowBinary.encode(inside, samples.value(inside)).length;
      values.forEach(value -> parts.add(new byte[] {(byte) (value == null ? 1 : 0)}));
      for (Object value : values) {
        parts.add(value == null ? new byte[width] : ReferenceRowBinary.encode(inside, value));
      }
    } else {
      values.forEach(value -> parts.add(ReferenceRowBinary.encode(type, value)));
    }
    return joined(parts);
  }

  private static ColumnType plain(ColumnType type) {
    if (type instanceof ArrayType array) {
      return new ArrayType(plain(array.element()));
    }
    return type instanceof LowCardinalityType dictionary ? dictionary.dictionary() : type;
  }

  private static byte[] number(int value) {
    return value < 128
        ? new byte[] {(byte) value}
        : new byte[] {(byte) (value % 128 + 128), (byte) (value / 128)};
  }

  private static byte[] text(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return joined(List.of(number(bytes.length), bytes));
  }

  private static byte[] joined(List<byte[]> parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    parts.forEach(bytes::writeBytes);
    return bytes.toByteArray();
  }

  private static byte[] shifted(byte[] bytes) {
    return ByteBuffer.allocate(bytes.length + 3).put(3, bytes).array();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152})
  void textsAndArraysOfAnyLengthAreKept(int length) throws IOException {
    WindowSchema schema =
        schema(
            List.of(
                ScalarType.STRING,
                new ArrayType(ScalarType.BOOL),
                new ArrayType(ScalarType.STRING)));
    String text = "x".repeat(length);
    List<Object> row =
        List.of(text, Collections.nCopies(Math.min(length, 20_000), true), List.of("", text));
    List<byte[]> cells = new ArrayList<>();
    for (int i = 0; i < row.size(); i++) {
      cells.add(ReferenceRowBinary.encode(schema.columns().get(i).type(), row.get(i)));
    }
    byte[] bytes = joined(cells);
    Payload block = block(schema, LIMIT);

    assertEquals(bytes.length, block.add(bytes, 0, bytes.length));

    SampleValues samples = new SampleValues(new Random(1), DateTime64Range.YEARS_1900_TO_2299);
    assertArrayEquals(expected(schema, samples, List.of(row)), written(block));
  }

  @Test
  void theRowThatReachesTheTargetIsTheLast() {
    Payload block = block(schema(List.of(ColumnType.parse("Int64"))), LIMIT);
    byte[] rows = new byte[2 * TARGET];

    assertEquals(TARGET - Long.BYTES, block.add(rows, 0, TARGET - Long.BYTES));
    assertFalse(block.isFull());
    assertEquals(Long.BYTES, block.add(rows, 0, rows.length));
    assertTrue(block.isFull());
    assertEquals(0, block.add(rows, 0, rows.length));
    block.clear();
    assertFalse(block.isFull());
    assertEquals(TARGET, block.add(rows, 0, rows.length));
  }

  @Test
  void wideNullsAreCountedAsTheyAreSent() throws IOException {
    int columns = 20;
    int rows = 5000;
    WindowSchema schema =
        schema(Collections.nCopies(columns, ColumnType.parse("Nullable(Decimal(76, 0))")));
    byte[] nulls = new byte[columns * rows];
    Arrays.fill(nulls, (byte) 1);
    NativeBlock block = (NativeBlock) block(schema, LIMIT);
    int row = columns * 33;
    int blocks = 0;
    for (int taken = 0; taken < nulls.length; blocks++) {
      taken += block.add(nulls, taken, nulls.length - taken);
      int headings = columns * 64;
      assertTrue(written(block).length < TARGET + row + headings);
      assertTrue(block.capacity() <= 2L * (TARGET + row), "it grew by " + block.capacity());
      block.clear();
    }
    int rowsInBlock = (TARGET + row - 1) / row;
    assertEquals((rows + rowsInBlock - 1) / rowsInBlock, blocks);
  }

  @Test
  void largeCellsInOneColumnAfterAnotherDoNotAddUp() {
    int columns = 30;
    NativeBlock block =
        (NativeBlock) block(schema(Collections.nCopies(columns, ScalarType.STRING)), LIMIT);
    byte[] large = ReferenceRowBinary.encode(ScalarType.STRING, "x".repeat(LIMIT / 2));
    for (int i = 0; i < columns; i++) {
      byte[] row = new byte[columns - 1 + large.length];
      System.arraycopy(large, 0, row, i, large.length);
      block.add(row, 0, row.length);
      block.clear();
      assertTrue(block.capacity() <= LIMIT, "it kept " + block.capacity());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Array(Nullable(UInt8))",
        "Array(LowCardinality(Nullable(String)))",
        "Array(Array(Int64))",
        "Nullable(FixedString(16385))"
      })
  void aRowThatCouldOutgrowTheLimitIsSentAsItIs(String type) throws IOException {
    WireFormat format = WireFormat.of(schema(List.of(ColumnType.parse(type))), LIMIT);
    assertEquals(ClickHouseFormat.RowBinary, format.format());
    Payload payload = format.payloads().get();
    assertFalse(payload.isFull());
    assertEquals(2, payload.add(new byte[] {9, 1, 0, 9}, 1, 2));
    assertTrue(payload.isFull());
    assertArrayEquals(new byte[] {1, 0}, written(payload));
  }
}
