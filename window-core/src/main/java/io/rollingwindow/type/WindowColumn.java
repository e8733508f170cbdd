package io.rollingwindow.type;

import java.util.Objects;

/**
 * One column of the target.
 *
 * @param name the name, exactly as the target has it
 * @param type the type, equal to that of the target
 */
public record WindowColumn(String name, ColumnType type) {

  /**
   * Checks the name.
   *
   * @throws IllegalArgumentException when the name is empty or no well-formed text
   */
  public WindowColumn {
    Objects.requireNonNull(type, "type");
    QuotedText.requireWellFormed(name, "a column name");
    if (name.isEmpty()) {
      throw new IllegalArgumentException("a column has a name");
    }
  }
}
