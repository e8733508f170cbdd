package io.rollingwindow.type;

import java.util.Optional;

/**
 * {@code DateTime64(precision)}: a signed 64-bit count of ticks of 10<sup>-precision</sup> seconds
 * since 1970-01-01 UTC. The zone only says how ClickHouse shows and reads text; the stored instant
 * does not depend on it.
 *
 * @param precision decimal digits of a second, 0 to {@value #MAX_PRECISION}
 * @param zone the zone of the declaration, if it names one
 */
public record DateTime64Type(int precision, Optional<String> zone) implements ColumnType {

  /** The finest precision: nanoseconds. */
  public static final int MAX_PRECISION = 9;

  /**
   * Checks precision and zone.
   *
   * @throws IllegalArgumentException when the precision is out of bounds or the zone is empty text
   */
  public DateTime64Type {
    if (precision < 0 || precision > MAX_PRECISION) {
      throw new IllegalArgumentException(
          "a DateTime64 precision lies between 0 and " + MAX_PRECISION);
    }
    QuotedText.requireZone(zone);
  }

  @Override
  public String nativeName() {
    return "DateTime64("
        + precision
        + zone.map(name -> ", " + QuotedText.quote(name)).orElse("")
        + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
