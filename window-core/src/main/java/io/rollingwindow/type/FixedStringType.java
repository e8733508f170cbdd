package io.rollingwindow.type;

/**
 * {@code FixedString(length)}: exactly {@code length} bytes.
 *
 * @param length the number of bytes, 1 to {@value #MAX_LENGTH}
 */
public record FixedStringType(int length) implements ColumnType {

  /** The largest length that ClickHouse allows. */
  public static final int MAX_LENGTH = 0xFFFFFF;

  /**
   * Checks the length.
   *
   * @throws IllegalArgumentException when ClickHouse refuses the length
   */
  public FixedStringType {
    if (length < 1 || length > MAX_LENGTH) {
      throw new IllegalArgumentException("a FixedString length lies between 1 and " + MAX_LENGTH);
    }
  }

  @Override
  public String nativeName() {
    return "FixedString(" + length + ")";
  }

  @Override
  public String toString() {
    return nativeName();
  }
}
