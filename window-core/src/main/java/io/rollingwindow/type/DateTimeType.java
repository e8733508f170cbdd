package io.rollingwindow.type;

import java.util.Optional;

/**
 * {@code DateTime}: whole seconds from 1970-01-01 to 2106-02-07, UTC. The zone only says how
 * ClickHouse shows and reads text; the stored instant does not depend on it.
 *
 * @param zone the zone of the declaration, if it names one
 */
public record DateTimeType(Optional<String> zone) implements ColumnType {

  /**
   * Checks the zone.
   *
   * @throws IllegalArgumentException when the zone is empty text
   */
  public DateTimeType {
    QuotedText.requireZone(zone);
  }

  @Override
  public String nativeName() {
    return zone.map(name -> "DateTime(" + QuotedText.quote(name) + ")").orElse("DateTime");
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
