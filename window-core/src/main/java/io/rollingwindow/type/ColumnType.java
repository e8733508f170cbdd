package io.rollingwindow.type;

/**
 * A ClickHouse column type that this library can write exactly.
 *
 * <p>The hierarchy is closed: a type outside it is refused when it is named, before any data moves.
 * Instances are immutable values; two are equal when ClickHouse would print the same name for them.
 */
public sealed interface ColumnType
    permits ScalarType,
        IntegerType,
        FloatType,
        DecimalType,
        FixedStringType,
        DateTimeType,
        DateTime64Type,
        EnumType,
        ArrayType,
        LowCardinalityType,
        NullableType {

  /**
   * Returns the canonical name of this type, exactly as ClickHouse prints it in {@code
   * system.columns}. {@code toString()} returns the same text, and {@link #parse(String)} reads it
   * back to an equal type.
   *
   * @return the canonical name
   */
  String nativeName();

  /**
   * Reads the name of a type as it may be written in a ClickHouse table definition. Blanks between
   * tokens do not matter, and {@code Decimal64(2)} and its kind become the {@code Decimal(18, 2)}
   * that they stand for.
   *
   * @param text the name of a type
   * @return the type
   * @throws TypeSyntaxException when the text is no type name, names a type that ClickHouse
   *     refuses, or one that this library does not support
   */
  static ColumnType parse(String text) {
    return TypeParser.parse(text);
  }

  /**
   * Returns the type of the values themselves: this type without {@code LowCardinality} and {@code
   * Nullable} around it.
   *
   * @return the type inside the wrappers, or this type when it has none
   */
  default ColumnType unwrapped() {
    return this;
  }

  /**
   * Tells whether a value of this type may be NULL, which is so for {@code Nullable(T)} and {@code
   * LowCardinality(Nullable(T))}. An array is never NULL itself, whatever its elements are.
   *
   * @return whether NULL can be stored
   */
  default boolean acceptsNull() {
    return false;
  }
}
