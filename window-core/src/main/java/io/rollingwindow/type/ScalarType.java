package io.rollingwindow.type;

/** The types that take no parameter and belong to no numeric family. */
public enum ScalarType implements ColumnType {
  /** {@code Bool}: false or true. */
  BOOL("Bool"),
  /** {@code String}: bytes of any length; text is kept in UTF-8. */
  STRING("String"),
  /** {@code UUID}: 128 bits. */
  UUID("UUID"),
  /** {@code Date}: days from 1970-01-01 to 2149-06-06. */
  DATE("Date"),
  /** {@code Date32}: days from 1900-01-01 to 2299-12-31. */
  DATE32("Date32"),
  /** {@code IPv4}: an IPv4 address. */
  IPV4("IPv4"),
  /** {@code IPv6}: an IPv6 address. */
  IPV6("IPv6");

  private final String nativeName;

  ScalarType(String nativeName) {
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
