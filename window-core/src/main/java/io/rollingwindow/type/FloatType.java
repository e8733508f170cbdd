package io.rollingwindow.type;

/** The IEEE 754 types. They hold NaN, the infinities and both zeros. */
public enum FloatType implements ColumnType {
  /** {@code Float32}: binary32. */
  FLOAT32("Float32"),
  /** {@code Float64}: binary64. */
  FLOAT64("Float64");

  private final String nativeName;

  FloatType(String nativeName) {
    this.nativeName = nativeName;
  }

  @Override
  public String nativeName() {
    return nativeName;
  }

  @Override
  public String toString() {
    return nativeName;
  }
}
