package io.rollingwindow.postgres.internal;

import static io.rollingwindow.postgres.internal.CopyBytes.int2;
import static io.rollingwindow.postgres.internal.CopyBytes.int4;
import static io.rollingwindow.postgres.internal.CopyBytes.int8;
import static io.rollingwindow.postgres.internal.CopyBytes.join;
import static io.rollingwindow.postgres.internal.CopyBytes.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.row.RowValueException;
import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FieldDecodersTest {

  private static final byte[] ONE_DIMENSION = join(int4(1), int4(0), int4(23));

  /** PostgreSQL's bytes and ClickHouse's, both written down from their documentation. */
  static Stream<Arguments> golden() {
    return Stream.of(
        pair(SourceKind.BOOL, "Bool", new byte[] {1}, "01"),
        pair(SourceKind.BOOL, "Bool", new byte[] {0}, "00"),
        pair(SourceKind.INT2, "Int16", int2(-2), "feff"),
        pair(SourceKind.INT4, "UInt8", int4(255), "ff"),
        pair(SourceKind.INT8, "Int64", int8(Long.MIN_VALUE), "0000000000000080"),
        pair(SourceKind.INT8, "Decimal(9, 2)", int8(-1), "9cffffff"),
        pair(SourceKind.FLOAT4, "Float32", int4(Float.floatToIntBits(1.5f)), "0000c03f"),
        pair(SourceKind.FLOAT8, "Float64", int8(Double.doubleToLongBits(-0.0)), "0000000000000080"),
        pair(SourceKind.NUMERIC, "Decimal(9, 2)", numeric(0, 0x4000, 2, 12, 3400), "2efbffff"),
        pair(SourceKind.NUMERIC, "Decimal(9, 2)", numeric(0, 0, 5), "00000000"),
        pair(SourceKind.TEXT, "String", text("né"), "036ec3a9"),
        pair(SourceKind.TEXT, "Enum8('a' = 7)", text("a"), "07"),
        pair(SourceKind.BYTEA, "String", new byte[] {0, (byte) 0xFF}, "0200ff"),
        pair(SourceKind.DATE, "Date32", int4(0), "cd2a0000"),
        pair(SourceKind.DATE, "Date", int4(-10_957), "0000"),
        pair(SourceKind.TIMESTAMPTZ, "DateTime64(6, 'UTC')", int8(1), "01e0373b015d0300"),
        pair(SourceKind.TIMESTAMPTZ, "DateTime", int8(-946_684_799_000_000L), "01000000"),
        pair(SourceKind.TIMESTAMP, "DateTime64(0, 'UTC')", int8(0), "8043 6d38 0000 0000"),
        pair(
            SourceKind.UUID,
            "UUID",
            HexFormat.of().parseHex("00112233445566778899aabbccddeeff"),
            "7766554433221100ffeeddccbbaa9988"),
        pair(SourceKind.JSON, "String", text("{} "), "037b7d20"),
        pair(SourceKind.JSONB, "String", join(new byte[] {1}, text("{}")), "027b7d"),
        pair(SourceKind.INET, "IPv4", new byte[] {2, 32, 0, 4, 10, 0, 0, 1}, "0100000a"),
        pair(
            SourceKind.INET,
            "IPv6",
            join(new byte[] {3, (byte) 128, 1, 16}, new byte[15], new byte[] {1}),
            "00000000000000000000000000000001"));
  }

  private static Arguments pair(SourceKind kind, String target, byte[] field, String expected) {
    return Arguments.of(kind, target, field, expected.replace(" ", ""));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void aValueIsHandedOnExactly(SourceKind kind, String target, byte[] field, String expected)
      throws IOException {
    FieldDecoder decoder = TypePairs.scalar(kind, ColumnType.parse(target)).orElseThrow();
    assertEquals(expected, HexFormat.of().formatHex(Encoded.value(decoder, target, field)));
  }

  @ParameterizedTest
  @MethodSource("golden")
  void bytesOfAnotherLengthAreNoValue(
      SourceKind kind, String target, byte[] field, String expected) {
    FieldDecoder decoder = TypePairs.scalar(kind, ColumnType.parse(target)).orElseThrow();
    boolean anyLength =
        kind == SourceKind.TEXT || kind == SourceKind.BYTEA || kind == SourceKind.JSON;
    if (!anyLength) {
      assertThrows(MalformedCopyException.class, () -> Encoded.value(decoder, target, new byte[0]));
    }
    if (!anyLength && kind != SourceKind.JSONB) {
      assertThrows(
          MalformedCopyException.class,
          () -> Encoded.value(decoder, target, join(field, new byte[1])));
    }
  }

  static Stream<Arguments> refused() {
    return Stream.of(
        refused(SourceKind.NUMERIC, "Decimal(9, 2)", numeric(0, 0xC000, 0), Reason.NOT_A_NUMBER),
        refused(SourceKind.NUMERIC, "Decimal(9, 2)", numeric(0, 0xD000, 0), Reason.INFINITE),
        refused(SourceKind.NUMERIC, "Int64", numeric(0, 0xF000, 0), Reason.INFINITE),
        refused(SourceKind.NUMERIC, "Int64", numeric(0, 0, 1, 1, 5000), Reason.SCALE_LOSS),
        refused(SourceKind.DATE, "Date32", int4(Integer.MAX_VALUE), Reason.INFINITE),
        refused(SourceKind.DATE, "Date32", int4(Integer.MIN_VALUE), Reason.INFINITE),
        refused(SourceKind.TIMESTAMPTZ, "DateTime64(6)", int8(Long.MAX_VALUE), Reason.INFINITE),
        refused(SourceKind.TIMESTAMPTZ, "DateTime64(6)", int8(Long.MIN_VALUE), Reason.INFINITE),
        refused(
            SourceKind.TIMESTAMPTZ, "DateTime64(6)", int8(Long.MAX_VALUE - 1), Reason.OUT_OF_RANGE),
        refused(SourceKind.INET, "IPv4", new byte[] {2, 24, 0, 4, 10, 0, 0, 0}, Reason.WRONG_KIND),
        refused(
            SourceKind.INET,
            "IPv4",
            join(new byte[] {3, (byte) 128, 0, 16}, new byte[16]),
            Reason.WRONG_KIND),
        refused(SourceKind.INET, "IPv6", new byte[] {2, 32, 0, 4, 10, 0, 0, 1}, Reason.WRONG_KIND));
  }

  private static Arguments refused(SourceKind kind, String target, byte[] field, Reason reason) {
    return Arguments.of(kind, target, field, reason);
  }

  @ParameterizedTest
  @MethodSource("refused")
  void aValueWithoutAnExactFormIsRefusedWithItsReason(
      SourceKind kind, String target, byte[] field, Reason reason) {
    FieldDecoder decoder = TypePairs.scalar(kind, ColumnType.parse(target)).orElseThrow();
    RowValueException refused =
        assertThrows(RowValueException.class, () -> Encoded.value(decoder, target, field));
    assertEquals(reason, refused.reason());
    assertEquals("c", refused.column().orElseThrow());
  }

  @Test
  void anArrayIsItsElementsInOrder() throws IOException {
    byte[] field =
        join(ONE_DIMENSION, int4(3), int4(1), int4(4), int4(7), int4(-1), int4(4), int4(-9));
    assertEquals(
        "03" + "0007000000" + "01" + "00f7ffffff",
        HexFormat.of().formatHex(array("Array(Nullable(Int32))", field)));
  }

  @Test
  void anEmptyArrayHasNoDimension() throws IOException {
    assertEquals(
        "00", HexFormat.of().formatHex(array("Array(Int32)", join(int4(0), int4(0), int4(23)))));
  }

  @Test
  void anArrayOfOtherDimensionsOrBoundsIsRefused() {
    byte[] matrix =
        join(int4(2), int4(0), int4(23), int4(1), int4(1), int4(1), int4(1), int4(4), int4(7));
    assertReason(Reason.ARRAY_SHAPE, "Array(Int32)", matrix);
    byte[] fromZero = join(ONE_DIMENSION, int4(1), int4(0), int4(4), int4(7));
    assertReason(Reason.ARRAY_SHAPE, "Array(Int32)", fromZero);
  }

  @Test
  void aNullElementNeedsANullableElementType() {
    assertReason(
        Reason.NULL_IN_NON_NULLABLE,
        "Array(Int32)",
        join(ONE_DIMENSION, int4(1), int4(1), int4(-1)));
  }

  @Test
  void anArrayThatIsCutShortIsNoValue() {
    byte[] whole = join(ONE_DIMENSION, int4(1), int4(1), int4(4), int4(7));
    for (int length = 0; length < whole.length; length++) {
      byte[] part = Arrays.copyOf(whole, length);
      assertThrows(MalformedCopyException.class, () -> array("Array(Int32)", part));
    }
  }

  private static void assertReason(Reason reason, String target, byte[] field) {
    RowValueException refused = assertThrows(RowValueException.class, () -> array(target, field));
    assertEquals(reason, refused.reason());
  }

  private static byte[] array(String target, byte[] field) throws IOException {
    return Encoded.value(FieldDecoders.array(FieldDecoders::int4), target, field);
  }

  /** Weight, sign, display scale and base-10000 digits. */
  private static byte[] numeric(int weight, int sign, int scale, int... digits) {
    byte[] field = join(int2(digits.length), int2(weight), int2(sign), int2(scale));
    for (int digit : digits) {
      field = join(field, int2(digit));
    }
    return field;
  }
}
