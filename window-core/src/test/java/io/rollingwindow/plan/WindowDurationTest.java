package io.rollingwindow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowDurationTest {

  private static final long DAY = 86_400_000_000L;

  @ParameterizedTest
  @CsvSource({
    "P7D, 604800000000",
    "PT24H, 86400000000",
    "PT1H, 3600000000",
    "PT1M, 60000000",
    "PT1S, 1000000",
    "PT0.5S, 500000",
    "PT0.000001S, 1",
    "PT0.123456S, 123456",
    "PT1.1S, 1100000",
    "P1DT2H3M4.000005S, 93784000005",
    "P1DT1S, 86401000000",
    "P0DT1S, 1000000",
    "P007D, 604800000000",
    "PT90M, 5400000000",
    "PT9223372036854.775807S, 9223372036854775807",
    "P106751991D, 9223372022400000000",
  })
  void aTextIsAFixedNumberOfMicroseconds(String text, long micros) {
    assertEquals(micros, WindowDuration.parse(text).micros());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "P",
        "PT",
        "P1DT",
        "T1H",
        "1D",
        "7",
        "true",
        "p1d",
        "P1d",
        " P1D",
        "P1D ",
        "P 1D",
        "P1M",
        "P1Y",
        "P1W",
        "P1Y1D",
        "P1H",
        "PT1D",
        "PT1M1H",
        "PT1S1M",
        "P1D1D",
        "P1D2",
        "PT1H2",
        "-P1D",
        "+P1D",
        "P-1D",
        "P+1D",
        "PT-1S",
        "P1.5D",
        "PT1.5H",
        "PT1.0H",
        "P1.0D",
        "PT1.5M",
        "PT1,5S",
        "PT.5S",
        "PT1.S",
        "PT0.1234567S",
        "PT1e3S",
        "P1D T1S",
        "P١D",
        "P１D",
        "P1D\u0000"
      })
  void aTextOfAnotherFormIsRefused(String text) {
    IllegalArgumentException refusal = refusal(text);

    assertTrue(refusal.getMessage().contains("at position "), refusal.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"P0D", "PT0S", "PT0.000000S", "P0DT0H0M0S"})
  void aLengthOfZeroIsRefused(String text) {
    assertEquals("a duration must be longer than zero", refusal(text).getMessage());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "P106751992D",
        "PT9223372036854.775808S",
        "PT99999999999999999999999S",
        "P9223372036854775807D",
        "P106751991DT4H1M"
      })
  void aLengthBeyond64BitsIsRefused(String text) {
    assertEquals("a duration must fit 64-bit microseconds", refusal(text).getMessage());
  }

  @Test
  void theRefusalPointsAtTheFirstCharThatIsWrong() {
    assertTrue(refusal("P1DT3X").getMessage().contains("at position 5"));
    assertTrue(refusal("P1Dx").getMessage().contains("at position 3"));
  }

  @Test
  void theTextFormHasTheLargestUnitsFirst() {
    assertEquals("P1DT12H", WindowDuration.parse("PT36H").toString());
    assertEquals("PT0.000001S", new WindowDuration(1).toString());
    assertEquals("PT1.5S", WindowDuration.parse("PT1.500000S").toString());
    assertEquals("PT1M", WindowDuration.parse("PT60S").toString());
    assertEquals("PT1S", WindowDuration.parse("PT1S").toString());
    assertEquals("P7D", new WindowDuration(7 * DAY).toString());
    assertEquals("PT10.05S", new WindowDuration(10_050_000).toString());
  }

  @Test
  void aDurationOfZeroOrLessCannotBeMade() {
    assertThrows(IllegalArgumentException.class, () -> new WindowDuration(0));
    assertThrows(IllegalArgumentException.class, () -> new WindowDuration(-1));
  }

  @Test
  void aJavaDurationMustBeAPositiveNumberOfWholeMicroseconds() {
    assertEquals(new WindowDuration(7 * DAY), WindowDuration.of(Duration.ofDays(7)));
    assertEquals(new WindowDuration(1), WindowDuration.of(Duration.ofNanos(1_000)));
    assertThrows(IllegalArgumentException.class, () -> WindowDuration.of(Duration.ofNanos(1)));
    assertThrows(IllegalArgumentException.class, () -> WindowDuration.of(Duration.ofNanos(1_001)));
    assertThrows(IllegalArgumentException.class, () -> WindowDuration.of(Duration.ZERO));
    assertThrows(IllegalArgumentException.class, () -> WindowDuration.of(Duration.ofDays(-1)));
    assertThrows(
        IllegalArgumentException.class, () -> WindowDuration.of(Duration.ofSeconds(1L << 60)));
  }

  @Property
  void everyLengthIsReadBackFromItsText(@ForAll @LongRange(min = 1) long micros) {
    WindowDuration duration = new WindowDuration(micros);

    assertEquals(duration, WindowDuration.parse(duration.toString()));
  }

  @Property
  void unitsAddUp(
      @ForAll @IntRange(max = 100_000) int days,
      @ForAll @IntRange(max = 10_000) int hours,
      @ForAll @IntRange(max = 10_000) int minutes,
      @ForAll @IntRange(max = 10_000) int seconds,
      @ForAll @IntRange(min = 1, max = 999_999) int micros) {
    String text = "P%dDT%dH%dM%d.%06dS".formatted(days, hours, minutes, seconds, micros);
    Duration sum =
        Duration.ofDays(days)
            .plusHours(hours)
            .plusMinutes(minutes)
            .plusSeconds(seconds)
            .plusNanos(micros * 1_000L);

    assertEquals(WindowDuration.of(sum), WindowDuration.parse(text));
  }

  @Property
  void whateverIsReadIsReadByJavaToTheSameLength(@ForAll("nearlyDurations") String text) {
    WindowDuration read;
    try {
      read = WindowDuration.parse(text);
    } catch (IllegalArgumentException e) {
      return;
    }
    assertEquals(read, WindowDuration.of(Duration.parse(text)));
  }

  @Provide
  Arbitrary<String> nearlyDurations() {
    return Arbitraries.strings()
        .withChars("PT0123DHMS.")
        .ofMinLength(1)
        .ofMaxLength(9)
        .map(tail -> "P" + tail);
  }

  private static IllegalArgumentException refusal(String text) {
    return assertThrows(IllegalArgumentException.class, () -> WindowDuration.parse(text));
  }
}
