package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.plan.WindowInterval;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimestampLiteralTest {

  @ParameterizedTest
  @CsvSource({
    "1970-01-01T00:00:00Z, 1970-01-01 00:00:00.000000+00",
    "2026-09-02T23:59:59.999999Z, 2026-09-02 23:59:59.999999+00",
    "1969-12-31T23:59:59.999999Z, 1969-12-31 23:59:59.999999+00",
    "0001-01-01T00:00:00Z, 0001-01-01 00:00:00.000000+00",
    "0000-12-31T23:59:59.999999Z, 0001-12-31 23:59:59.999999+00 BC",
    "-4713-11-24T00:00:00Z, 4714-11-24 00:00:00.000000+00 BC",
    "+12345-06-07T08:09:10.000001Z, 12345-06-07 08:09:10.000001+00",
    "+294247-01-10T04:00:54.775807Z, 294247-01-10 04:00:54.775807+00"
  })
  void anInstantIsWrittenToTheMicrosecond(String instant, String expected) {
    assertEquals(
        "pg_catalog.timestamptz '" + expected + "'",
        TimestampLiteral.of(WindowInterval.micros(Instant.parse(instant))));
  }

  @Test
  void anInstantBeforeAllTimestampsIsTheFirstOfThem() {
    assertEquals(
        "pg_catalog.timestamptz '4714-11-24 00:00:00.000000+00 BC'",
        TimestampLiteral.of(Long.MIN_VALUE));
  }

  @Test
  void theLocaleChangesNoDigit() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      assertEquals(
          "pg_catalog.timestamptz '1970-01-01 00:00:00.000001+00'", TimestampLiteral.of(1));
    } finally {
      Locale.setDefault(before);
    }
  }
}
