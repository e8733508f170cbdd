package io.rollingwindow.type;

import java.util.Objects;

/**
 * {@code Array(element)}: any number of elements of one type. The array itself is never NULL; its
 * elements are when their type says so.
 *
 * @param element the type of the elements, which may be an array in turn
 */
public record ArrayType(ColumnType element) implements ColumnType {

  /** Checks that there is an element type. */
  public ArrayType {
    Objects.requireNonNull(element, "element");
  }

  @Override
  public String nativeName() {
    return "Array(" + element.nativeName() + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
