package io.rollingwindow.plan;

import java.util.Objects;

/**
 * The identity of one run: the first 128 bits of SHA-256 over everything in its plan, as 32 lower
 * case hexadecimal digits. Safe in table names, query ids and file names.
 *
 * @param value 32 hexadecimal digits
 */
public record RunId(String value) {

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException when the value is not 32 lower case hexadecimal digits
   */
  public RunId {
    Objects.requireNonNull(value, "value");
    if (value.length() != 32 || !value.chars().allMatch(RunId::isHexDigit)) {
      throw new IllegalArgumentException("a run id has 32 lower case hexadecimal digits");
    }
  }

  private static boolean isHexDigit(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
  }

  @Override
  public String toString() {
    return value;
  }
}
