package io.rollingwindow.type;

import java.util.Optional;

/** The quoting of text inside type names, as ClickHouse prints it. */
final class QuotedText {

  private QuotedText() {}

  static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('\'');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '\b' -> quoted.append("\\b");
        case '\f' -> quoted.append("\\f");
        case '\n' -> quoted.append("\\n");
        case '\r' -> quoted.append("\\r");
        case '\t' -> quoted.append("\\t");
        case '\0' -> quoted.append("\\0");
        case '\\' -> quoted.append("\\\\");
        case '\'' -> quoted.append("\\'");
        default -> quoted.append(c);
      }
    }
    return quoted.append('\'').toString();
  }

  static void requireZone(Optional<String> zone) {
    zone.ifPresent(
        name -> {
          requireWellFormed(name, "a time zone");
          if (name.isEmpty()) {
            throw new IllegalArgumentException("a time zone has a name");
          }
        });
  }

  /**
   * Refuses lone surrogates, which have no UTF-8 form: two different texts would get the same
   * bytes.
   */
  static void requireWellFormed(String text, String what) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(c)) {
        throw new IllegalArgumentException(what + " is well-formed Unicode text");
      }
    }
  }
}
