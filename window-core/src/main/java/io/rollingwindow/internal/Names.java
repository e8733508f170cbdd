package io.rollingwindow.internal;

import java.util.Objects;
import java.util.Optional;

/**
 * The one rule for names that go into records, identities, comments and messages. Any name that a
 * database allows between quotes passes, spaces and other scripts included; whether a column exists
 * is decided by the schema, never by how its name looks.
 */
public final class Names {

  private static final int MAX_LENGTH = 512;

  private Names() {}

  /**
   * Checks a name.
   *
   * @param value the name
   * @param what what it names, for the message
   * @throws IllegalArgumentException when it is no name
   */
  public static void require(String value, String what) {
    problemWith(Objects.requireNonNull(value, what))
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(what + " " + problem);
            });
  }

  /**
   * What keeps a text from being a name.
   *
   * @param value any text
   * @return the end of a sentence, or empty when it is one
   */
  public static Optional<String> problemWith(String value) {
    if (value.isBlank() || value.length() > MAX_LENGTH) {
      return Optional.of("must have between 1 and " + MAX_LENGTH + " characters");
    }
    if (value.codePoints().anyMatch(Character::isISOControl)) {
      return Optional.of("must not hold control characters");
    }
    // A lone surrogate has no UTF-8 form: two different names would get one identity.
    if (value.codePoints().anyMatch(c -> Character.getType(c) == Character.SURROGATE)) {
      return Optional.of("must be well-formed Unicode text");
    }
    return Optional.empty();
  }
}
