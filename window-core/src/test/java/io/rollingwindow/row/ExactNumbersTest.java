package io.rollingwindow.row;

import static io.rollingwindow.row.Cell.integer;
import static io.rollingwindow.row.Cell.numeric;
import static io.rollingwindow.row.Cell.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DecimalType;
import io.rollingwindow.type.IntegerType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HexFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A number arrives as it is, or not at all. */
class ExactNumbersTest {

  @ParameterizedTest
  @EnumSource(IntegerType.class)
  void integerEdgesAreExactAndTheirNeighboursRefused(IntegerType type) {
    String name = type.nativeName();
    for (BigInteger edge : new BigInteger[] {type.min(), type.max()}) {
      String expected = HexFormat.of().formatHex(ReferenceRowBinary.encode(type, edge));
      assertEquals(expected, Cell.of(name, integer(edge.toString())));
      assertEquals(expected, Cell.of(name, numeric(edge.toString())));
      if (edge.bitLength() < 64) {
        assertEquals(expected, Cell.of(name, rows -> rows.int64(edge.longValueExact())));
        assertEquals(expected, Cell.of(name, rows -> rows.decimal(edge.longValueExact(), 0)));
      }
    }
    for (BigInteger beyond :
        new BigInteger[] {type.min().subtract(BigInteger.ONE), type.max().add(BigInteger.ONE)}) {
      assertEquals(Reason.OUT_OF_RANGE, refusal(name, integer(beyond.toString())));
      assertEquals(Reason.OUT_OF_RANGE, refusal(name, numeric(beyond.toString())));
      if (beyond.bitLength() < 64) {
        assertEquals(
            Reason.OUT_OF_RANGE, refusal(name, rows -> rows.int64(beyond.longValueExact())));
        assertEquals(
            Reason.OUT_OF_RANGE, refusal(name, rows -> rows.decimal(beyond.longValueExact(), 0)));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 8, 9, 10, 17, 18, 19, 20, 37, 38, 39, 40, 75, 76})
  void decimalEdgesAreExactAndTheirNeighboursRefused(int precision) {
    for (int scale : new int[] {0, 1, precision / 2, precision}) {
      DecimalType type = new DecimalType(precision, scale);
      BigInteger beyond = BigInteger.TEN.pow(precision);
      for (BigInteger sign : new BigInteger[] {BigInteger.ONE, BigInteger.ONE.negate()}) {
        BigDecimal edge = new BigDecimal(beyond.subtract(BigInteger.ONE).multiply(sign), scale);
        String expected = HexFormat.of().formatHex(ReferenceRowBinary.encode(type, edge));
        assertEquals(expected, Cell.of(type.nativeName(), numeric(edge.toPlainString())));
        String past = new BigDecimal(beyond.multiply(sign), scale).toPlainString();
        assertEquals(Reason.OUT_OF_RANGE, refusal(type.nativeName(), numeric(past)));
      }
    }
  }

  /** Its magnitude is the one that a signed 64-bit number cannot hold. */
  @Test
  void theSmallestLongGetsItsZerosInAWideDecimal() {
    DecimalType type = new DecimalType(38, 2);
    String expected =
        HexFormat.of()
            .formatHex(ReferenceRowBinary.encode(type, BigDecimal.valueOf(Long.MIN_VALUE)));
    assertEquals(expected, Cell.of(type.nativeName(), rows -> rows.int64(Long.MIN_VALUE)));
    assertEquals(expected, Cell.of(type.nativeName(), rows -> rows.decimal(Long.MIN_VALUE, 0)));
    assertEquals(expected, Cell.of(type.nativeName(), integer(Long.toString(Long.MIN_VALUE))));
  }

  @Test
  void aShortIntegerAfterALongOneKeepsNothingOfIt() {
    String longer = "-170141183460469231731687303715884105728";
    String shorter = "1208925819614629174706176";
    assertEquals(
        HexFormat.of()
            .formatHex(
                ReferenceRowBinary.encode(
                    ColumnType.parse("Array(Int256)"),
                    List.of(new BigInteger(longer), new BigInteger(shorter)))),
        Cell.of(
            "Array(Int256)",
            rows -> {
              rows.beginArray(2);
              integer(longer).into(rows);
              integer(shorter).into(rows);
              rows.endArray();
            }));
  }

  @ParameterizedTest
  @CsvSource({
    "'Decimal(5, 2)', 1.234, SCALE_LOSS",
    "'Decimal(5, 2)', 0.001, SCALE_LOSS",
    "'Decimal(5, 2)', 0.00001, SCALE_LOSS",
    "'Decimal(5, 2)', 1E-40, SCALE_LOSS",
    "'Decimal(5, 2)', 1.00001, SCALE_LOSS",
    "'Decimal(5, 2)', 1.000000001, SCALE_LOSS",
    "'Decimal(5, 2)', 1000.00, OUT_OF_RANGE",
    "'Decimal(5, 2)', -1000.00, OUT_OF_RANGE",
    "'Decimal(5, 2)', 1E+70, OUT_OF_RANGE",
    "'Decimal(10, 3)', 1.2345, SCALE_LOSS",
    "'Decimal(76, 40)', 1E-41, SCALE_LOSS",
    "'Decimal(76, 40)', 1E+36, OUT_OF_RANGE",
    "'Decimal(38, 4)', 12345678901234567890.12345, SCALE_LOSS",
    "Int32, 1.9, SCALE_LOSS",
    "Int32, 0.5, SCALE_LOSS",
    "UInt64, -1, OUT_OF_RANGE",
    "UInt256, -1, OUT_OF_RANGE",
    "Int128, 1E+40, OUT_OF_RANGE",
    "UInt64, 99999999999999999999, OUT_OF_RANGE",
    "UInt256, 200000000000000000000000000000000000000000000000000000000000000000000000000000,"
        + " OUT_OF_RANGE",
  })
  void whatDoesNotFitIsRefusedWithItsReason(String type, String value, Reason reason) {
    assertEquals(reason, refusal(type, numeric(value)));
    BigDecimal number = new BigDecimal(value);
    if (number.unscaledValue().bitLength() < 64) {
      long unscaled = number.unscaledValue().longValueExact();
      assertEquals(reason, refusal(type, rows -> rows.decimal(unscaled, number.scale())));
    }
  }

  @Test
  void extremeScalesOfADecimalNeitherWrapNorHang() {
    String type = "Decimal(76, 40)";
    for (int scale : new int[] {Integer.MIN_VALUE, Integer.MIN_VALUE + 41, -1_000_000_000, -37}) {
      assertEquals(Reason.OUT_OF_RANGE, refusal(type, rows -> rows.decimal(1, scale)));
      assertEquals("00".repeat(32), Cell.of(type, rows -> rows.decimal(0, scale)));
    }
    for (int scale : new int[] {Integer.MAX_VALUE, 1_000_000_000, 59, 58}) {
      long coarse = 10_000_000_000_000_000L;
      assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.decimal(coarse, scale)));
      assertEquals("00".repeat(32), Cell.of(type, rows -> rows.decimal(0, scale)));
    }
    assertEquals(
        "01" + "00".repeat(31),
        Cell.of(type, rows -> rows.decimal(1_000_000_000_000_000_000L, 58)));
    // 10^19 as a signed long divides this one without remainder.
    assertEquals(
        Reason.SCALE_LOSS, refusal(type, rows -> rows.decimal(8_446_744_073_709_551_616L, 59)));
    assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.decimal(Long.MIN_VALUE, 41)));
    assertEquals(
        "0000000000000080" + "ff".repeat(24),
        Cell.of(type, rows -> rows.decimal(Long.MIN_VALUE, 40)));
  }

  @Test
  void extremeWeightsOfANumericNeitherWrapNorHang() {
    byte[] one = {0, 1};
    for (String type : new String[] {"Decimal(76, 40)", "Decimal(9, 2)", "Int64", "UInt256"}) {
      for (int weight : new int[] {20, 32767, Integer.MAX_VALUE}) {
        assertEquals(
            Reason.OUT_OF_RANGE, refusal(type, rows -> rows.numeric(one, 0, 1, weight, false)));
      }
      for (int weight : new int[] {-11, -32768, Integer.MIN_VALUE}) {
        assertEquals(
            Reason.SCALE_LOSS, refusal(type, rows -> rows.numeric(one, 0, 1, weight, true)));
      }
    }
  }

  @Test
  void zeroHasNoSignAndNoSize() {
    byte[] zeros = new byte[6];
    for (int digits = 0; digits <= 3; digits++) {
      int count = digits;
      assertEquals(
          "00000000", Cell.of("Decimal(5, 2)", rows -> rows.numeric(zeros, 0, count, 9999, true)));
      assertEquals(
          "00".repeat(32), Cell.of("UInt256", rows -> rows.numeric(zeros, 0, count, -9999, true)));
    }
  }

  @Test
  void zerosAroundTheDigitsOfANumericChangeNothing() {
    for (String type : new String[] {"Decimal(18, 6)", "Decimal(60, 6)"}) {
      BigDecimal value = new BigDecimal("-12345.678901");
      String expected =
          HexFormat.of().formatHex(ReferenceRowBinary.encode(ColumnType.parse(type), value));
      for (int zeros = 0; zeros < 40; zeros++) {
        int count = zeros;
        assertEquals(expected, Cell.of(type, rows -> ValueFeed.numeric(rows, value, count)));
      }
    }
  }

  @Test
  void aDigitThatIsNoneOfBase10000IsRefused() {
    byte[] digits = {0, 1, 0x27, 0x10};
    assertEquals(
        Reason.NOT_A_NUMBER,
        refusal("Decimal(18, 4)", rows -> rows.numeric(digits, 0, 2, 1, false)));
    assertEquals(
        Reason.NOT_A_NUMBER,
        refusal("Decimal(18, 4)", rows -> rows.numeric(digits, 2, 1, 0, false)));
    byte[] greatest = {0x27, 0x0F};
    assertEquals("0f270000", Cell.of("Int32", rows -> rows.numeric(greatest, 0, 1, 0, false)));
  }

  @Test
  void anIntegerOfNoBytesIsNoNumber() {
    assertEquals(Reason.NOT_A_NUMBER, refusal("Int64", rows -> rows.integer(new byte[0], 0, 0)));
    assertEquals(Reason.NOT_A_NUMBER, refusal("Int64", rows -> rows.integer(new byte[4], 0, -1)));
  }

  @Test
  void signBytesInFrontOfAnIntegerChangeNothing() {
    for (String value :
        new String[] {"0", "-1", "255", "-256", "9223372036854775807", "-9223372036854775808"}) {
      byte[] minimal = new BigInteger(value).toByteArray();
      String expected =
          HexFormat.of()
              .formatHex(ReferenceRowBinary.encode(IntegerType.INT64, new BigInteger(value)));
      byte[] padded = new byte[100];
      java.util.Arrays.fill(padded, (byte) (value.startsWith("-") ? -1 : 0));
      System.arraycopy(minimal, 0, padded, 100 - minimal.length, minimal.length);
      for (int length = minimal.length; length <= 100; length++) {
        int count = length;
        assertEquals(expected, Cell.of("Int64", rows -> rows.integer(padded, 100 - count, count)));
      }
    }
  }

  @Test
  void anIntegerTooLongForAnyColumnIsOutOfRange() {
    for (String type :
        new String[] {"Int8", "Int64", "UInt64", "Int256", "UInt256", "Decimal(76, 0)"}) {
      for (int bits : new int[] {256, 257, 264, 4000}) {
        assertEquals(
            Reason.OUT_OF_RANGE, refusal(type, integer(BigInteger.TWO.pow(bits).toString())));
        assertEquals(
            Reason.OUT_OF_RANGE,
            refusal(type, integer(BigInteger.TWO.pow(bits).negate().toString())));
      }
    }
    assertEquals(Reason.OUT_OF_RANGE, refusal("Int64", integer("-18446744073709551616")));
    assertEquals(Reason.OUT_OF_RANGE, refusal("UInt64", integer("-18446744073709551616")));
    assertEquals(
        "0000000000000000" + "ff".repeat(8), Cell.of("Int128", integer("-18446744073709551616")));
    assertEquals(
        Reason.OUT_OF_RANGE,
        refusal("Decimal(76, 70)", integer(BigInteger.TWO.pow(250).toString())));
  }

  @Test
  void integersGoIntoFloatsWithoutRounding() {
    assertEquals("000080cb", Cell.of("Float32", rows -> rows.int64(-16777216)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.int64(16777217)));
    assertEquals("000000000000e0c3", Cell.of("Float64", rows -> rows.int64(Long.MIN_VALUE)));
    assertEquals("000000df", Cell.of("Float32", rows -> rows.int64(Long.MIN_VALUE)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float64", rows -> rows.int64(Long.MAX_VALUE)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.int64(Long.MAX_VALUE)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float64", rows -> rows.int64((1L << 53) + 1)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.int64((1L << 53) + 1)));
    assertEquals("0000000000004043", Cell.of("Float64", rows -> rows.int64(1L << 53)));
    assertEquals("ffffffffffff3f43", Cell.of("Float64", rows -> rows.int64((1L << 53) - 1)));
    assertEquals("0000000000000000", Cell.of("Float64", rows -> rows.int64(0)));
  }

  @Test
  void doublesGoIntoFloat32WithoutRounding() {
    assertEquals("0000c03f", Cell.of("Float32", rows -> rows.float64(1.5)));
    assertEquals("00000080", Cell.of("Float32", rows -> rows.float64(-0d)));
    assertEquals("0000c07f", Cell.of("Float32", rows -> rows.float64(Double.NaN)));
    assertEquals("000080ff", Cell.of("Float32", rows -> rows.float64(Double.NEGATIVE_INFINITY)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.float64(0.1)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.float64(1e300)));
    assertEquals(Reason.PRECISION_LOSS, refusal("Float32", rows -> rows.float64(1e-300)));
  }

  @Property
  void anyNumericIsWrittenAsTheReferenceDoesOrRefused(
      @ForAll("decimals") DecimalType type, @ForAll("numbers") BigDecimal value) {
    int digitsBeforePoint = value.precision() - value.scale();
    boolean fits = value.signum() == 0 || digitsBeforePoint <= type.precision() - type.scale();
    boolean exact = value.stripTrailingZeros().scale() <= type.scale();
    if (fits && exact) {
      String expected = HexFormat.of().formatHex(ReferenceRowBinary.encode(type, value));
      assertEquals(expected, Cell.of(type.nativeName(), rows -> ValueFeed.numeric(rows, value, 0)));
      assertEquals(expected, Cell.of(type.nativeName(), rows -> ValueFeed.numeric(rows, value, 2)));
      if (value.unscaledValue().bitLength() < 64) {
        long unscaled = value.unscaledValue().longValueExact();
        assertEquals(
            expected, Cell.of(type.nativeName(), rows -> rows.decimal(unscaled, value.scale())));
      }
    } else {
      Reason reason = refusal(type.nativeName(), rows -> ValueFeed.numeric(rows, value, 0));
      assertEquals(fits ? Reason.SCALE_LOSS : Reason.OUT_OF_RANGE, reason);
    }
  }

  @Property
  void anyIntegerIsWrittenAsTheReferenceDoesOrRefused(
      @ForAll IntegerType type, @ForAll("integers") BigInteger value) {
    Cell.Put[] calls = {
      integer(value.toString()),
      numeric(value.toString()),
      value.bitLength() < 64
          ? rows -> rows.int64(value.longValueExact())
          : integer(value.toString()),
    };
    boolean fits = value.compareTo(type.min()) >= 0 && value.compareTo(type.max()) <= 0;
    for (Cell.Put call : calls) {
      if (fits) {
        assertEquals(
            HexFormat.of().formatHex(ReferenceRowBinary.encode(type, value)),
            Cell.of(type.nativeName(), call));
      } else {
        assertEquals(Reason.OUT_OF_RANGE, refusal(type.nativeName(), call));
      }
    }
  }

  @Property
  void anyIntegerGoesIntoADecimalOrIsRefused(
      @ForAll("decimals") DecimalType type, @ForAll("integers") BigInteger value) {
    Cell.Put[] calls = {
      integer(value.toString()),
      value.bitLength() < 64
          ? rows -> rows.int64(value.longValueExact())
          : integer(value.toString()),
    };
    boolean fits = value.abs().compareTo(BigInteger.TEN.pow(type.precision() - type.scale())) < 0;
    for (Cell.Put call : calls) {
      if (fits) {
        assertEquals(
            HexFormat.of().formatHex(ReferenceRowBinary.encode(type, new BigDecimal(value))),
            Cell.of(type.nativeName(), call));
      } else {
        assertEquals(Reason.OUT_OF_RANGE, refusal(type.nativeName(), call));
      }
    }
  }

  @Provide
  Arbitrary<DecimalType> decimals() {
    return Arbitraries.integers()
        .between(1, DecimalType.MAX_PRECISION)
        .flatMap(
            precision ->
                Arbitraries.integers()
                    .between(0, precision)
                    .map(scale -> new DecimalType(precision, scale)));
  }

  @Provide
  Arbitrary<BigInteger> integers() {
    return Arbitraries.integers()
        .between(0, 260)
        .flatMap(
            bits ->
                Arbitraries.bigIntegers()
                    .between(BigInteger.TWO.pow(bits).negate(), BigInteger.TWO.pow(bits)));
  }

  @Provide
  Arbitrary<BigDecimal> numbers() {
    return Combinators.combine(integers(), Arbitraries.integers().between(-30, 80))
        .as(BigDecimal::new);
  }
}
