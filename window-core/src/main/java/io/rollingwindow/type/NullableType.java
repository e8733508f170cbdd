package io.rollingwindow.type;

/**
 * {@code Nullable(value)}: the values of the type inside, and NULL.
 *
 * @param value the type inside, neither an array nor itself {@code Nullable} or {@code
 *     LowCardinality}
 */
public record NullableType(ColumnType value) implements ColumnType {

  /**
   * Checks the type inside.
   *
   * @throws IllegalArgumentException when ClickHouse does not allow the type in {@code Nullable}
   */
  public NullableType {
    if (value instanceof ArrayType
        || value instanceof LowCardinalityType
        || value instanceof NullableType) {
      throw new IllegalArgumentException("Nullable does not take " + value.nativeName());
    }
  }

  @Override
  public ColumnType unwrapped() {
    return value;
  }

  @Override
  public boolean acceptsNull() {
    return true;
  }

  @Override
  public String nativeName() {
    return "Nullable(" + value.nativeName() + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
