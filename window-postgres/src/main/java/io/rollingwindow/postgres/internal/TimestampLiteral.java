package io.rollingwindow.postgres.internal;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

/** Writes instants as timestamptz literals, exact to the microsecond, in every year of 64 bits. */
final class TimestampLiteral {

  /** 4714-11-24 00:00:00 BC, the first instant that a timestamptz holds. */
  private static final long FIRST_MICROS = -210_866_803_200_000_000L;

  private TimestampLiteral() {}

  /**
   * The literal of an instant. An instant before the first timestamptz becomes the first: no finite
   * value lies between them, and {@code -infinity} stays before both.
   *
   * @param epochMicros microseconds since 1970-01-01 UTC
   * @return an SQL expression that no session setting changes
   */
  static String of(long epochMicros) {
    Instant instant = Instant.EPOCH.plus(Math.max(epochMicros, FIRST_MICROS), ChronoUnit.MICROS);
    LocalDateTime utc = LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
    boolean beforeChrist = utc.getYear() <= 0;
    return String.format(
        Locale.ROOT,
        "pg_catalog.timestamptz '%04d-%02d-%02d %02d:%02d:%02d.%06d+00%s'",
        beforeChrist ? 1 - utc.getYear() : utc.getYear(),
        utc.getMonthValue(),
        utc.getDayOfMonth(),
        utc.getHour(),
        utc.getMinute(),
        utc.getSecond(),
        utc.getNano() / 1_000,
        beforeChrist ? " BC" : "");
  }
}
