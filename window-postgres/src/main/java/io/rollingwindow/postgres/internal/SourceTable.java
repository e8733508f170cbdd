package io.rollingwindow.postgres.internal;

import java.nio.charset.StandardCharsets;

/**
 * A table by its exact names.
 *
 * @param schema the schema's name
 * @param table the table's name
 */
public record SourceTable(String schema, String table) {

  /** PostgreSQL cuts longer names off, and a name that is cut off is another name. */
  private static final int MAX_NAME_BYTES = 63;

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException when a name is empty, too long, or holds a NUL
   */
  public SourceTable {
    requireName(schema, "schema");
    requireName(table, "table");
  }

  /**
   * The qualified name, quoted.
   *
   * @return a text that SQL takes as exactly this name
   */
  String quoted() {
    return quote(schema) + "." + quote(table);
  }

  static String quote(String identifier) {
    return '"' + identifier.replace("\"", "\"\"") + '"';
  }

  static String literal(String text) {
    if (text.indexOf('\\') >= 0) {
      return " E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }
    return "'" + text.replace("'", "''") + "'";
  }

  private static void requireName(String name, String what) {
    if (name.isEmpty() || name.indexOf('\0') >= 0) {
      throw new IllegalArgumentException("the " + what + " needs a name without NUL");
    }
    if (name.getBytes(StandardCharsets.UTF_8).length > MAX_NAME_BYTES) {
      throw new IllegalArgumentException(
          "the name of the " + what + " is longer than " + MAX_NAME_BYTES + " bytes");
    }
  }

  @Override
  public String toString() {
    return schema + "." + table;
  }
}
