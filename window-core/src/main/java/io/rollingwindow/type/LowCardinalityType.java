package io.rollingwindow.type;

/**
 * {@code LowCardinality(dictionary)}: the same values as the type inside, stored by ClickHouse
 * through a dictionary. Row formats do not show the difference.
 *
 * @param dictionary the type inside: String, FixedString, Bool, UUID, Date, Date32, DateTime, IPv4,
 *     IPv6, an integer or a float, or one of these in {@code Nullable}
 */
public record LowCardinalityType(ColumnType dictionary) implements ColumnType {

  /**
   * Checks the type inside.
   *
   * @throws IllegalArgumentException when ClickHouse has no dictionary of such values
   */
  public LowCardinalityType {
    ColumnType values = dictionary instanceof NullableType nullable ? nullable.value() : dictionary;
    boolean allowed =
        values instanceof ScalarType
            || values instanceof FixedStringType
            || values instanceof IntegerType
            || values instanceof FloatType
            || values instanceof DateTimeType;
    if (!allowed) {
      throw new IllegalArgumentException("LowCardinality does not take " + dictionary.nativeName());
    }
  }

  @Override
  public ColumnType unwrapped() {
    return dictionary.unwrapped();
  }

  @Override
  public boolean acceptsNull() {
    return dictionary.acceptsNull();
  }

  @Override
  public String nativeName() {
    return "LowCardinality(" + dictionary.nativeName() + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
