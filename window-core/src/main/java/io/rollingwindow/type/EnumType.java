package io.rollingwindow.type;

import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * {@code Enum8} or {@code Enum16}: a closed set of labels, each stored as a small signed integer.
 *
 * @param bits 8 or 16
 * @param values the value of each label; kept, iterated and printed in the order of the values, as
 *     ClickHouse does
 */
public record EnumType(int bits, Map<String, Integer> values) implements ColumnType {

  /**
   * Checks and orders the labels.
   *
   * @throws IllegalArgumentException when there is no label, a value occurs twice or does not fit
   *     into {@code bits}, or a label is no well-formed text
   */
  public EnumType {
    if (bits != 8 && bits != 16) {
      throw new IllegalArgumentException("an Enum has 8 or 16 bits");
    }
    if (values.isEmpty()) {
      throw new IllegalArgumentException("an Enum has at least one label");
    }
    int limit = 1 << (bits - 1);
    Set<Integer> seen = new HashSet<>();
    values.forEach(
        (label, value) -> {
          QuotedText.requireWellFormed(label, "an Enum label");
          if (value < -limit || value >= limit) {
            throw new IllegalArgumentException(
                "a value of Enum" + bits + " lies between " + -limit + " and " + (limit - 1));
          }
          if (!seen.add(value)) {
            throw new IllegalArgumentException("an Enum value occurs once");
          }
        });
    Map<String, Integer> ordered = new LinkedHashMap<>();
    values.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.naturalOrder()))
        .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
    values = Collections.unmodifiableMap(ordered);
  }

  @Override
  public String nativeName() {
    return values.entrySet().stream()
        .map(entry -> QuotedText.quote(entry.getKey()) + " = " + entry.getValue())
        .collect(Collectors.joining(", ", "Enum" + bits + "(", ")"));
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
