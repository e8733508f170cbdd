package io.rollingwindow.row;

import static io.rollingwindow.row.Cell.bytes;
import static io.rollingwindow.row.Cell.integer;
import static io.rollingwindow.row.Cell.numeric;
import static io.rollingwindow.row.Cell.text;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes of every type, edge by edge, as ClickHouse's RowBinary has them. */
class GoldenBytesTest {

  @Test
  void bool() {
    assertEquals("00", Cell.of("Bool", rows -> rows.bool(false)));
    assertEquals("01", Cell.of("Bool", rows -> rows.bool(true)));
  }

  @ParameterizedTest
  @CsvSource({
    "Int8, 0, 00",
    "Int8, -1, ff",
    "Int8, 127, 7f",
    "Int8, -128, 80",
    "Int16, 258, 0201",
    "Int16, 32767, ff7f",
    "Int16, -32768, 0080",
    "Int32, 2147483647, ffffff7f",
    "Int32, -2147483648, 00000080",
    "Int64, 9223372036854775807, ffffffffffffff7f",
    "Int64, -9223372036854775808, 0000000000000080",
    "Int128, 170141183460469231731687303715884105727, ffffffffffffffffffffffffffffff7f",
    "Int128, -170141183460469231731687303715884105728, 00000000000000000000000000000080",
    "Int128, -1, ffffffffffffffffffffffffffffffff",
    "Int256, 57896044618658097711785492504343953926634992332820282019728792003956564819967,"
        + " ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
    "Int256, -57896044618658097711785492504343953926634992332820282019728792003956564819968,"
        + " 0000000000000000000000000000000000000000000000000000000000000080",
    "UInt8, 255, ff",
    "UInt16, 65535, ffff",
    "UInt32, 4294967295, ffffffff",
    "UInt64, 18446744073709551615, ffffffffffffffff",
    "UInt64, 9223372036854775808, 0000000000000080",
    "UInt64, 0, 0000000000000000",
    "UInt128, 340282366920938463463374607431768211455, ffffffffffffffffffffffffffffffff",
    "UInt128, 1208925819614629174706176, 00000000000000000000010000000000",
    "UInt256, 115792089237316195423570985008687907853269984665640564039457584007913129639935,"
        + " ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
  })
  void integers(String type, String value, String expected) {
    assertEquals(expected, Cell.of(type, integer(value)));
    assertEquals(expected, Cell.of(type, numeric(value)));
    if (value.length() < 19) {
      assertEquals(expected, Cell.of(type, rows -> rows.int64(Long.parseLong(value))));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'Decimal(1, 0)', 9, 09000000",
    "'Decimal(1, 1)', -0.9, f7ffffff",
    "'Decimal(5, 2)', 999.99, 9f860100",
    "'Decimal(5, 2)', -999.99, 6179feff",
    "'Decimal(5, 2)', 0, 00000000",
    "'Decimal(5, 2)', 0.00, 00000000",
    "'Decimal(5, 2)', 1.2300, 7b000000",
    "'Decimal(9, 9)', 0.000000001, 01000000",
    "'Decimal(9, 0)', 999999999, ffc99a3b",
    "'Decimal(10, 0)', 9999999999, ffe30b5402000000",
    "'Decimal(18, 18)', -0.999999999999999999, 0100 9c58 4c49 1ff2",
    "'Decimal(18, 2)', 1E+15, 00008a5d78456301",
    "'Decimal(19, 0)', 9999999999999999999, ffffe789 0423c78a 0000000000000000",
    "'Decimal(20, 1)', 9999999999999999999, f6ff0f63 2d5ec76b 0500000000000000",
    "'Decimal(38, 0)', 99999999999999999999999999999999999999, ffffffff3f228a097ac4865aa84c3b4b",
    "'Decimal(38, 38)', -1E-38, ffffffffffffffffffffffffffffffff",
    "'Decimal(39, 0)', -1, ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
    "'Decimal(76, 0)', 9999999999999999999999999999999999999999999999999999999999999999999999999999,"
        + " ffffffffffffffffff0f9571f1a57577792965e8abb46407b5159911a7cc1b16",
    "'Decimal(76, 76)', 1E-76, 0100000000000000000000000000000000000000000000000000000000000000",
    "'Decimal(76, 6)', 1E+69, 000000000000000000e88ebe312af28bf2503d977778f0b32b82c281ddfa3502",
  })
  void decimals(String type, String value, String expected) {
    String hex = expected.replace(" ", "");
    assertEquals(hex, Cell.of(type, numeric(value)));
    java.math.BigDecimal number = new java.math.BigDecimal(value);
    if (number.unscaledValue().bitLength() < 64) {
      long unscaled = number.unscaledValue().longValueExact();
      assertEquals(hex, Cell.of(type, rows -> rows.decimal(unscaled, number.scale())));
    }
  }

  @Test
  void floats() {
    assertEquals("0000c03f", Cell.of("Float32", rows -> rows.float32(1.5f)));
    assertEquals("00000080", Cell.of("Float32", rows -> rows.float32(-0f)));
    assertEquals("0000c07f", Cell.of("Float32", rows -> rows.float32(Float.NaN)));
    assertEquals("0000807f", Cell.of("Float32", rows -> rows.float32(Float.POSITIVE_INFINITY)));
    assertEquals(
        "0100807f", Cell.of("Float32", rows -> rows.float32(Float.intBitsToFloat(0x7F800001))));
    assertEquals("000000000000f83f", Cell.of("Float64", rows -> rows.float64(1.5)));
    assertEquals("0000000000000080", Cell.of("Float64", rows -> rows.float64(-0d)));
    assertEquals("000000000000f87f", Cell.of("Float64", rows -> rows.float64(Double.NaN)));
    assertEquals(
        "000000000000f0ff", Cell.of("Float64", rows -> rows.float64(Double.NEGATIVE_INFINITY)));
    assertEquals("0000000000000080", Cell.of("Float64", rows -> rows.float32(-0f)));
    assertEquals("000000a09999b93f", Cell.of("Float64", rows -> rows.float32(0.1f)));
  }

  @Test
  void strings() {
    assertEquals("00", Cell.of("String", text("")));
    assertEquals("044e554c4c", Cell.of("String", text("NULL")));
    assertEquals("025c4e", Cell.of("String", text("\\N")));
    assertEquals("02c3a9", Cell.of("String", text("é")));
    assertEquals("04f09f9880", Cell.of("String", text("😀")));
    assertEquals("03610062", Cell.of("String", text("a\0b")));
    assertEquals("02fffe", Cell.of("String", bytes("fffe")));
  }

  @ParameterizedTest
  @CsvSource({
    "127, 7f",
    "128, 8001",
    "16383, ff7f",
    "16384, 808001",
    "2097151, ffff7f",
    "2097152, 80808001",
  })
  void stringLengthsAtEveryBorderOfLeb128(int length, String prefix) {
    byte[] value = new byte[length];
    java.util.Arrays.fill(value, (byte) 'x');
    String expected = prefix + HexFormat.of().formatHex(value);
    assertEquals(expected, Cell.of("String", rows -> rows.text(value, 0, length)));
    assertEquals(expected, Cell.of("String", rows -> rows.bytes(value, 0, length)));
  }

  @Test
  void fixedStrings() {
    assertEquals("61620000", Cell.of("FixedString(4)", text("ab")));
    assertEquals("00000000", Cell.of("FixedString(4)", text("")));
    assertEquals("f09f9880", Cell.of("FixedString(4)", text("😀")));
    assertEquals("61000000", Cell.of("FixedString(4)", bytes("61000000")));
  }

  @Test
  void uuidsAsTwoHalves() {
    assertEquals(
        "7766554433221100ffeeddccbbaa9988",
        Cell.of("UUID", rows -> rows.uuid(0x0011223344556677L, 0x8899aabbccddeeffL)));
  }

  @Test
  void dates() {
    assertEquals("0000", Cell.of("Date", rows -> rows.epochDay(0)));
    assertEquals("ffff", Cell.of("Date", rows -> rows.epochDay(65535)));
    assertEquals("219cffff", Cell.of("Date32", rows -> rows.epochDay(-25567)));
    assertEquals("ffffffff", Cell.of("Date32", rows -> rows.epochDay(-1)));
    assertEquals("d1d60100", Cell.of("Date32", rows -> rows.epochDay(120529)));
  }

  @Test
  void instants() {
    assertEquals("00000000", Cell.of("DateTime", rows -> rows.epochMicros(0)));
    assertEquals(
        "ffffffff", Cell.of("DateTime('UTC')", rows -> rows.epochMicros(4294967295_000_000L)));
    assertEquals("e0d8f8ffffffffff", Cell.of("DateTime64(6)", rows -> rows.epochMicros(-468_768)));
    assertEquals("f4cdfeffffffffff", Cell.of("DateTime64(5)", rows -> rows.epochMicros(-783_480)));
  }

  @ParameterizedTest
  @CsvSource({
    "0, -1000000, -1",
    "1, -500000, -5",
    "2, 1990000, 199",
    "3, 1234000, 1234",
    "4, 1234500, 12345",
    "5, 1234560, 123456",
    "6, -500000, -500000",
    "7, 1234567, 12345670",
    "8, -1, -100",
    "9, 1234567, 1234567000",
  })
  void everyPrecisionOfDateTime64(int precision, long micros, long ticks) {
    String expected =
        HexFormat.of()
            .formatHex(ReferenceRowBinary.twosComplement(java.math.BigInteger.valueOf(ticks), 8));
    assertEquals(
        expected, Cell.of("DateTime64(" + precision + ")", rows -> rows.epochMicros(micros)));
  }

  @Test
  void addresses() {
    assertEquals("04030201", Cell.of("IPv4", rows -> rows.ipv4(0x01020304)));
    assertEquals("feffffff", Cell.of("IPv4", rows -> rows.ipv4(0xFFFFFFFE)));
    byte[] address = HexFormat.of().parseHex("20010db8000000000000000000000001");
    assertEquals(
        "20010db8000000000000000000000001", Cell.of("IPv6", rows -> rows.ipv6(address, 0)));
  }

  @Test
  void enums() {
    String type = "Enum16('a' = -2, 'b' = 300, '' = 0, 'é' = 1)";
    assertEquals("feff", Cell.of(type, text("a")));
    assertEquals("2c01", Cell.of(type, text("b")));
    assertEquals("0000", Cell.of(type, text("")));
    assertEquals(
        "0100",
        Cell.of(type, rows -> rows.enumLabel(new byte[] {1, (byte) 0xC3, (byte) 0xA9}, 1, 2)));
    assertEquals("80", Cell.of("Enum8('x' = -128)", text("x")));
  }

  @Test
  void nullIsAByteBeforeTheValue() {
    assertEquals("01", Cell.of("Nullable(Int32)", RowEncoder::nul));
    assertEquals("0005000000", Cell.of("Nullable(Int32)", rows -> rows.int64(5)));
    assertEquals("01", Cell.of("Nullable(String)", RowEncoder::nul));
    assertEquals("0000", Cell.of("Nullable(String)", text("")));
    assertEquals("00044e554c4c", Cell.of("Nullable(String)", text("NULL")));
  }

  @Test
  void lowCardinalityDoesNotShow() {
    assertEquals("0178", Cell.of("LowCardinality(String)", text("x")));
    assertEquals("000178", Cell.of("LowCardinality(Nullable(String))", text("x")));
    assertEquals("01", Cell.of("LowCardinality(Nullable(String))", RowEncoder::nul));
  }

  @Test
  void arrays() {
    assertEquals(
        "00",
        Cell.of(
            "Array(Int8)",
            rows -> {
              rows.beginArray(0);
              rows.endArray();
            }));
    assertEquals(
        "03000101" + "00ff",
        Cell.of(
            "Array(Nullable(Int8))",
            rows -> {
              rows.beginArray(3);
              rows.int64(1);
              rows.nul();
              rows.int64(-1);
              rows.endArray();
            }));
    assertEquals(
        "03" + "020102" + "00" + "0103",
        Cell.of(
            "Array(Array(Int8))",
            rows -> {
              rows.beginArray(3);
              rows.beginArray(2);
              rows.int64(1);
              rows.int64(2);
              rows.endArray();
              rows.beginArray(0);
              rows.endArray();
              rows.beginArray(1);
              rows.int64(3);
              rows.endArray();
              rows.endArray();
            }));
  }

  @Test
  void longArraysHaveTheirLengthInLeb128() {
    String expected = "ac02" + "07".repeat(300);
    assertEquals(
        expected,
        Cell.of(
            "Array(UInt8)",
            rows -> {
              rows.beginArray(300);
              for (int i = 0; i < 300; i++) {
                rows.int64(7);
              }
              rows.endArray();
            }));
  }
}
