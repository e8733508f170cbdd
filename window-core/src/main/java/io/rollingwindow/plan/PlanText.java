package io.rollingwindow.plan;

import java.util.Objects;

/** The one rule for names that are written into records, comments and messages. */
final class PlanText {

  private static final int MAX_LENGTH = 512;

  private PlanText() {}

  static void requireIdentifier(String value, String name) {
    Objects.requireNonNull(value, name);
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      throw new IllegalArgumentException(
          name + " must have between 1 and " + MAX_LENGTH + " characters");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      throw new IllegalArgumentException(name + " must not hold control characters");
    }
  }
}
