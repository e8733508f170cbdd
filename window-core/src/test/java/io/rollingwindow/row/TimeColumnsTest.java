package io.rollingwindow.row;

import static io.rollingwindow.row.Cell.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.row.RowValueException.Reason;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HexFormat;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Days and instants: exact within what the type and the server keep, refused elsewhere, never
 * clamped.
 */
class TimeColumnsTest {

  private static final DateTime64Range OLD = DateTime64Range.YEARS_1900_TO_2299;
  private static final DateTime64Range NEW = DateTime64Range.YEARS_0_TO_9999;

  @Test
  void theRangesAreTheYearsThatTheyAreNamedFor() {
    assertEquals(Instant.parse("1900-01-01T00:00:00Z").getEpochSecond(), OLD.minSecond());
    assertEquals(Instant.parse("2300-01-01T00:00:00Z").getEpochSecond(), OLD.endSecond());
    assertEquals(Instant.parse("0000-01-01T00:00:00Z").getEpochSecond(), NEW.minSecond());
    assertEquals(Instant.parse("+10000-01-01T00:00:00Z").getEpochSecond(), NEW.endSecond());
  }

  @Test
  void aRangeIsNotEmptyAndCountsInMicroseconds() {
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Range(5, 5));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Range(Long.MIN_VALUE, 0));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Range(0, Long.MAX_VALUE));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Range(-9_223_372_036_855L, 0));
    assertThrows(IllegalArgumentException.class, () -> new DateTime64Range(0, 9_223_372_036_855L));
    DateTime64Range widest = new DateTime64Range(-9_223_372_036_854L, 9_223_372_036_854L);
    long last = 9_223_372_036_853_999_999L;
    assertEquals(ticks(last), Cell.of("DateTime64(6)", widest, rows -> rows.epochMicros(last)));
    assertEquals(
        Reason.OUT_OF_RANGE, refusal("DateTime64(6)", widest, rows -> rows.epochMicros(last + 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "Date, 0, 65535",
    "Date32, -25567, 120529",
  })
  void daysOutsideTheTypeAreRefused(String type, long first, long last) {
    int digits = type.equals("Date") ? 4 : 8;
    assertEquals(digits, Cell.of(type, rows -> rows.epochDay(first)).length());
    assertEquals(digits, Cell.of(type, rows -> rows.epochDay(last)).length());
    for (long day : new long[] {first - 1, last + 1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 32}) {
      assertEquals(Reason.OUT_OF_RANGE, refusal(type, rows -> rows.epochDay(day)));
    }
  }

  @Test
  void theEdgesOfTheDateTypesAreTheirDocumentedDays() {
    assertEquals(LocalDate.of(2149, 6, 6), LocalDate.ofEpochDay(65535));
    assertEquals(LocalDate.of(1900, 1, 1), LocalDate.ofEpochDay(-25567));
    assertEquals(LocalDate.of(2299, 12, 31), LocalDate.ofEpochDay(120529));
  }

  @Test
  void onlyAMidnightBecomesADay() {
    long day = 86_400_000_000L;
    assertEquals("0100", Cell.of("Date", rows -> rows.epochMicros(day)));
    assertEquals("ffffffff", Cell.of("Date32", rows -> rows.epochMicros(-day)));
    for (String type : new String[] {"Date", "Date32"}) {
      assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.epochMicros(day + 1)));
      assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.epochMicros(day - 1)));
      assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.epochMicros(-1)));
    }
    assertEquals(Reason.OUT_OF_RANGE, refusal("Date", rows -> rows.epochMicros(-day)));
    assertEquals(Reason.OUT_OF_RANGE, refusal("Date", rows -> rows.epochMicros(65536 * day)));
  }

  @Test
  void dateTimeHoldsUnsignedSeconds() {
    long last = 4294967295_000_000L;
    assertEquals("00000000", Cell.of("DateTime", rows -> rows.epochMicros(0)));
    assertEquals("ffffffff", Cell.of("DateTime", rows -> rows.epochMicros(last)));
    for (DateTime64Range range : new DateTime64Range[] {OLD, NEW}) {
      for (long micros :
          new long[] {-1_000_000, last + 1_000_000, Long.MIN_VALUE, Long.MAX_VALUE}) {
        assertEquals(
            Reason.OUT_OF_RANGE, refusal("DateTime", range, rows -> rows.epochMicros(micros)));
      }
    }
    assertEquals(Reason.SCALE_LOSS, refusal("DateTime", rows -> rows.epochMicros(1)));
    assertEquals(Reason.SCALE_LOSS, refusal("DateTime", rows -> rows.epochMicros(999_999)));
    assertEquals(Reason.SCALE_LOSS, refusal("DateTime", rows -> rows.epochMicros(last + 999_999)));
  }

  @ParameterizedTest
  @CsvSource({"0, 1000000", "1, 100000", "2, 10000", "3, 1000", "4, 100", "5, 10"})
  void aFractionFinerThanTheColumnIsRefused(int precision, long microsPerTick) {
    String type = "DateTime64(" + precision + ")";
    for (long micros :
        new long[] {1, microsPerTick - 1, microsPerTick + 1, -1, -microsPerTick - 1}) {
      assertEquals(Reason.SCALE_LOSS, refusal(type, rows -> rows.epochMicros(micros)));
    }
    assertEquals("0100000000000000", Cell.of(type, rows -> rows.epochMicros(microsPerTick)));
    assertEquals("ffffffffffffffff", Cell.of(type, rows -> rows.epochMicros(-microsPerTick)));
  }

  @ParameterizedTest
  @CsvSource({
    "1899-12-31T23:59:59.999999Z, false, true",
    "1900-01-01T00:00:00Z, true, true",
    "2299-12-31T23:59:59.999999Z, true, true",
    "2300-01-01T00:00:00Z, false, true",
    "0000-01-01T00:00:00Z, false, true",
    "-0001-12-31T23:59:59.999999Z, false, false",
    "-4713-01-01T00:00:00Z, false, false",
    "9999-12-31T23:59:59.999999Z, false, true",
    "+10000-01-01T00:00:00Z, false, false",
    "+294246-12-31T23:59:59.999999Z, false, false",
  })
  void theServersRangeDecidesWhatADateTime64Takes(Instant instant, boolean old, boolean recent) {
    long micros = ValueFeed.micros(instant);
    for (String type : new String[] {"DateTime64(6, 'UTC')", "DateTime64(7, 'UTC')"}) {
      takesIt(type, OLD, micros, old);
      takesIt(type, NEW, micros, recent);
    }
  }

  private static void takesIt(String type, DateTime64Range range, long micros, boolean taken) {
    if (taken) {
      assertEquals(16, Cell.of(type, range, rows -> rows.epochMicros(micros)).length());
    } else {
      assertEquals(Reason.OUT_OF_RANGE, refusal(type, range, rows -> rows.epochMicros(micros)));
    }
  }

  @Test
  void aFinePrecisionEndsWhereItsTicksOverflow() {
    long lastAtNanos = Long.MAX_VALUE / 1000;
    for (long micros : new long[] {lastAtNanos, -lastAtNanos}) {
      assertEquals(
          ticks(micros * 1000), Cell.of("DateTime64(9)", NEW, rows -> rows.epochMicros(micros)));
    }
    assertEquals(
        Reason.OUT_OF_RANGE,
        refusal("DateTime64(9)", NEW, rows -> rows.epochMicros(lastAtNanos + 1)));
    assertEquals(
        Reason.OUT_OF_RANGE,
        refusal("DateTime64(9)", NEW, rows -> rows.epochMicros(-lastAtNanos - 1)));
    long year2300 = OLD.endSecond() * 1_000_000 - 1;
    assertEquals(
        Reason.OUT_OF_RANGE, refusal("DateTime64(9)", OLD, rows -> rows.epochMicros(year2300)));
    assertEquals(16, Cell.of("DateTime64(8)", OLD, rows -> rows.epochMicros(year2300)).length());
    long lastAtTenNanos = Long.MAX_VALUE / 100;
    assertEquals(
        16, Cell.of("DateTime64(8)", NEW, rows -> rows.epochMicros(lastAtTenNanos)).length());
    assertEquals(
        Reason.OUT_OF_RANGE,
        refusal("DateTime64(8)", NEW, rows -> rows.epochMicros(lastAtTenNanos + 1)));
  }

  @Test
  void halfASecondBeforeTheEpochIsANegativeTick() {
    long micros = ValueFeed.micros(Instant.parse("1969-12-31T23:59:59.5Z"));
    assertEquals(-500_000, micros);
    assertEquals(ticks(-500_000), Cell.of("DateTime64(6)", rows -> rows.epochMicros(micros)));
  }

  @Property
  void anyInstantIsWrittenInWholeTicksOrRefused(
      @ForAll @IntRange(max = 9) int precision, @ForAll("micros") long micros) {
    BigInteger nanos = BigInteger.valueOf(micros).multiply(BigInteger.valueOf(1000));
    BigInteger[] ticks = nanos.divideAndRemainder(BigInteger.TEN.pow(9 - precision));
    String type = "DateTime64(" + precision + ")";
    long second = Math.floorDiv(micros, 1_000_000L);
    if (second < NEW.minSecond() || second >= NEW.endSecond() || ticks[0].bitLength() > 63) {
      assertEquals(Reason.OUT_OF_RANGE, refusal(type, NEW, rows -> rows.epochMicros(micros)));
    } else if (ticks[1].signum() != 0) {
      assertEquals(Reason.SCALE_LOSS, refusal(type, NEW, rows -> rows.epochMicros(micros)));
    } else {
      assertEquals(
          ticks(ticks[0].longValueExact()), Cell.of(type, NEW, rows -> rows.epochMicros(micros)));
    }
  }

  @Provide
  Arbitrary<Long> micros() {
    return Arbitraries.integers()
        .between(0, 6)
        .flatMap(
            zeros -> {
              long unit = (long) Math.pow(10, zeros);
              return Arbitraries.longs()
                  .between(-300_000_000_000_000_000L / unit, 300_000_000_000_000_000L / unit)
                  .map(count -> count * unit);
            });
  }

  private static String ticks(long ticks) {
    return HexFormat.of()
        .formatHex(ReferenceRowBinary.twosComplement(BigInteger.valueOf(ticks), 8));
  }
}
