package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.WindowInterval;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads the end of the data interval. Only a value that names one instant is taken: text with an
 * offset, or a Java value that has one. A local date or time is refused and never completed with a
 * zone of this machine.
 */
public final class IntervalEnd {

  /** Where a load context carries it. */
  public static final String PATH = "load_config.options.interval.interval_end";

  private static final List<String> KEYS = List.of(PATH.split("\\.", -1));

  private IntervalEnd() {}

  /**
   * Reads it from a load context.
   *
   * @param context the mapping that has {@code load_config}
   * @param findings where everything that is wrong goes
   * @return the instant; empty when it is absent or wrong
   */
  public static Optional<Instant> read(Map<?, ?> context, Findings findings) {
    Object node = context;
    for (String key : KEYS) {
      node = node instanceof Map<?, ?> map ? map.get(key) : null;
    }
    return check(node, findings);
  }

  /**
   * Reads one value.
   *
   * @param value what stands there, or null
   * @param findings where everything that is wrong goes
   * @return the instant, a whole number of microseconds; empty when it is absent or wrong
   */
  public static Optional<Instant> check(Object value, Findings findings) {
    if (value == null) {
      findings.add(
          ErrorCode.CONFIG_MISSING_KEY,
          PATH,
          "is required. Give the end of the data interval; no clock is asked instead.");
      return Optional.empty();
    }
    try {
      Optional<Instant> instant = instant(value);
      instant.ifPresentOrElse(
          WindowInterval::micros,
          () ->
              findings.add(
                  ErrorCode.CONFIG_WRONG_TYPE,
                  PATH,
                  ManifestText.mustBe("text with an offset, in quotes", value)));
      return instant;
    } catch (DateTimeParseException e) {
      findings.add(
          ErrorCode.CONFIG_INVALID_VALUE,
          PATH,
          ManifestText.quoted((String) value)
              + " is not an instant. Write date, time and offset, as in 2026-09-09T00:00:00Z.");
    } catch (IllegalArgumentException e) {
      findings.add(ErrorCode.CONFIG_INVALID_VALUE, PATH, "is refused: " + e.getMessage() + ".");
    }
    return Optional.empty();
  }

  private static Optional<Instant> instant(Object value) {
    if (value instanceof Instant instant) {
      return Optional.of(instant);
    }
    if (value instanceof OffsetDateTime dateTime) {
      return Optional.of(dateTime.toInstant());
    }
    if (value instanceof ZonedDateTime dateTime) {
      return Optional.of(dateTime.toInstant());
    }
    return value instanceof String text
        ? Optional.of(OffsetDateTime.parse(text).toInstant())
        : Optional.empty();
  }
}
