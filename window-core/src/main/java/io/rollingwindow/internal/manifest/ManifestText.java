package io.rollingwindow.internal.manifest;

import java.util.Collection;
import java.util.Map;

/** How values of a manifest are spoken of in messages: on one line and of bounded length. */
final class ManifestText {

  static final int MAX_LENGTH = 80;

  private ManifestText() {}

  /** Says which type is wanted and which one is there, and never what the value is. */
  static String mustBe(String wanted, Object value) {
    return "must be " + wanted + ", not " + typeOf(value) + ".";
  }

  static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.codePoints()
        .limit(MAX_LENGTH)
        .forEach(c -> quoted.appendCodePoint(isPrintable(c) ? c : '\uFFFD'));
    if (text.codePointCount(0, text.length()) > MAX_LENGTH) {
      quoted.append("...");
    }
    return quoted.append('"').toString();
  }

  private static String typeOf(Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof Map) {
      return "a mapping";
    }
    if (value instanceof Collection) {
      return "a list";
    }
    if (value instanceof CharSequence) {
      return "text";
    }
    if (value instanceof Boolean) {
      return "a boolean";
    }
    if (value instanceof Float
        || value instanceof Double
        || value instanceof java.math.BigDecimal) {
      return "a number with a fraction";
    }
    return value instanceof Number ? "a number" : "a value of " + value.getClass().getSimpleName();
  }

  private static boolean isPrintable(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.UNASSIGNED,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
