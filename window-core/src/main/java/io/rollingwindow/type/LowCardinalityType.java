package io.rollingwindow.type;

/**
 * {@code LowCardinality(dictionary)}: the same values as the type inside, stored by ClickHouse
 * through a dictionary. Row formats do not show the difference.
 *
 * <p>Floating point numbers are not supported inside, though ClickHouse has them: its dictionary
 * makes 0 of -0, so that not every value would be kept as it is.
 *
 * @param dictionary the type inside: String, FixedString, Bool, UUID, Date, Date32, DateTime, IPv4,
 *     IPv6 or an integer, or one of these in {@code Nullable}
 */
public record LowCardinalityType(ColumnType dictionary) implements ColumnType {

  /**
   * Checks the type inside.
   *
   * @throws IllegalArgumentException when ClickHouse has no dictionary of such values, or none that
   *     keeps them all
   */
  public LowCardinalityType {
    ColumnType values = dictionary instanceof NullableType nullable ? nullable.value() : dictionary;
    boolean allowed =
        values instanceof ScalarType
            || values instanceof FixedStringType
            || values instanceof IntegerType
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
