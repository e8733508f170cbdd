package io.rollingwindow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The end of the data interval names one instant, or is refused. */
class IntervalEndTest {

  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  private static final String PATH = "load_config.options.interval.interval_end";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-09-09T00:00:00Z",
        "2026-09-09T00:00Z",
        "2026-09-09T03:00:00+03:00",
        "2026-09-08T16:30:00.000000-07:30",
        "2026-09-09T00:00:00+00:00"
      })
  void textWithAnOffsetNamesTheInstantWhateverTheOffset(String text) {
    assertEquals(END, RollingWindowConfig.intervalEnd(context(text)));
  }

  @Test
  void twoSpellingsOfOneInstantGiveEqualConfigurations() {
    Instant moscow = RollingWindowConfig.intervalEnd(context("2026-09-09T03:00:00+03:00"));

    assertEquals(
        RollingWindowConfig.fromManifest(Manifests.valid(), END),
        RollingWindowConfig.fromManifest(Manifests.valid(), moscow));
  }

  @Test
  void javaValuesWithAnOffsetAreTaken() {
    assertEquals(END, RollingWindowConfig.intervalEnd(context(END)));
    assertEquals(
        END,
        RollingWindowConfig.intervalEnd(
            context(OffsetDateTime.parse("2026-09-09T03:00:00+03:00"))));
    assertEquals(
        END, RollingWindowConfig.intervalEnd(context(END.atZone(ZoneId.of("Asia/Kathmandu")))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-09-09T00:00:00",
        "2026-09-09",
        "2026-09-09 00:00:00+00:00",
        "2026-09-09T00:00:00[Europe/Berlin]",
        "2026-02-30T00:00:00Z",
        "2026-09-09T24:00:00Z",
        "now",
        "",
        "1788912000"
      })
  void textThatDoesNotNameOneInstantIsRefused(String text) {
    assertEquals(ErrorCode.CONFIG_INVALID_VALUE, refusal(context(text)));
  }

  @Test
  void valuesWithoutAnOffsetAreRefused() {
    for (Object value :
        List.of(
            LocalDate.of(2026, 9, 9),
            LocalDateTime.of(2026, 9, 9, 0, 0),
            Date.from(END),
            1_788_912_000L,
            true,
            Map.of())) {
      assertEquals(ErrorCode.CONFIG_WRONG_TYPE, refusal(context(value)));
    }
  }

  @Test
  void nothingIsAskedWhereItIsAbsent() {
    assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal(context(null)));
    assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal(Map.of()));
    assertEquals(ErrorCode.CONFIG_MISSING_KEY, refusal(Map.of("load_config", "x")));
  }

  @Test
  void aPartBelowAMicrosecondIsRefused() {
    assertEquals(
        ErrorCode.CONFIG_INVALID_VALUE, refusal(context("2026-09-09T00:00:00.000000001Z")));
    assertEquals(
        END.plusNanos(1_000),
        RollingWindowConfig.intervalEnd(context("2026-09-09T00:00:00.000001Z")));
  }

  @Test
  void anInstantBeyondTheRangeOfMicrosecondsIsRefused() {
    assertEquals(ErrorCode.CONFIG_INVALID_VALUE, refusal(context(Instant.MAX.minusNanos(999))));
  }

  private static ErrorCode refusal(Map<String, ?> context) {
    ConfigurationException refusal =
        assertThrows(ConfigurationException.class, () -> RollingWindowConfig.intervalEnd(context));
    assertEquals(PATH, refusal.findings().get(0).subject());
    return refusal.code();
  }

  private static Map<String, ?> context(Object end) {
    Map<String, Object> interval = new HashMap<>();
    interval.put("interval_end", end);
    return Map.of("load_config", Map.of("options", Map.of("interval", interval)));
  }
}
