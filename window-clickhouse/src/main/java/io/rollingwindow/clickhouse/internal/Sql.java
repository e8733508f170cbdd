package io.rollingwindow.clickhouse.internal;

import java.util.Collection;
import java.util.stream.Collectors;

/** How names and text are written into statements. */
final class Sql {

  private Sql() {}

  /** An identifier, quoted whatever it holds. */
  static String name(String identifier) {
    return '`' + escape(identifier, '`') + '`';
  }

  /** A string literal. */
  static String text(String value) {
    return '\'' + escape(value, '\'') + '\'';
  }

  static String names(Collection<String> identifiers) {
    return identifiers.stream().map(Sql::name).collect(Collectors.joining(", "));
  }

  static String texts(Collection<String> values) {
    return values.stream().map(Sql::text).collect(Collectors.joining(", "));
  }

  private static String escape(String value, char quote) {
    StringBuilder escaped = new StringBuilder(value.length() + 2);
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' || c == quote) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.toString();
  }
}
