package io.rollingwindow.type;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * The columns that a window replaces, in the order of the target.
 *
 * <p>A schema is an immutable value. Equal schemas have equal fingerprints, in every process and
 * every release that knows version 1 of the byte form; schemas that differ in a name, a type or the
 * order have different ones.
 *
 * <h2>Byte form, version 1</h2>
 *
 * <p>The fingerprint is the SHA-256 of: the ASCII text {@code rollingwindow.schema}, the byte 1,
 * the number of columns, and for every column in order its name and its canonical type name, each
 * in UTF-8 with its length in bytes before it. Numbers are four bytes, the highest first.
 */
public final class WindowSchema {

  private static final byte[] MAGIC = "rollingwindow.schema".getBytes(StandardCharsets.US_ASCII);
  private static final byte VERSION = 1;

  private final List<WindowColumn> columns;
  private final Map<String, Integer> indexes;
  private final String fingerprint;

  private WindowSchema(List<WindowColumn> columns) {
    this.columns = List.copyOf(columns);
    if (this.columns.isEmpty()) {
      throw new IllegalArgumentException("a schema has at least one column");
    }
    this.indexes = new HashMap<>();
    for (WindowColumn column : this.columns) {
      if (indexes.putIfAbsent(column.name(), indexes.size()) != null) {
        throw new IllegalArgumentException("the column \"" + column.name() + "\" occurs twice");
      }
    }
    this.fingerprint = fingerprint(this.columns);
  }

  /**
   * Makes a schema of the given columns.
   *
   * @param columns the columns in the order of the target; the list is copied
   * @return the schema
   * @throws IllegalArgumentException when there is no column or a name occurs twice
   */
  public static WindowSchema of(List<WindowColumn> columns) {
    return new WindowSchema(columns);
  }

  /**
   * Starts an empty schema.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Returns the columns.
   *
   * @return the columns in the order of the target, unmodifiable
   */
  public List<WindowColumn> columns() {
    return columns;
  }

  /**
   * Returns where a column stands.
   *
   * @param name the exact name
   * @return the position, counted from 0
   * @throws IllegalArgumentException when the schema has no such column
   */
  public int indexOf(String name) {
    Integer index = indexes.get(name);
    if (index == null) {
      throw new IllegalArgumentException("the schema has no column \"" + name + "\"");
    }
    return index;
  }

  /**
   * Returns the fingerprint.
   *
   * @return 64 lowercase hexadecimal digits
   */
  public String fingerprint() {
    return fingerprint;
  }

  private static String fingerprint(List<WindowColumn> columns) {
    MessageDigest sha256;
    try {
      sha256 = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
    sha256.update(MAGIC);
    sha256.update(VERSION);
    updateNumber(sha256, columns.size());
    for (WindowColumn column : columns) {
      updateText(sha256, column.name());
      updateText(sha256, column.type().nativeName());
    }
    return HexFormat.of().formatHex(sha256.digest());
  }

  private static void updateText(MessageDigest digest, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    updateNumber(digest, bytes.length);
    digest.update(bytes);
  }

  private static void updateNumber(MessageDigest digest, int number) {
    for (int shift = 24; shift >= 0; shift -= 8) {
      digest.update((byte) (number >>> shift));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WindowSchema schema && columns.equals(schema.columns);
  }

  @Override
  public int hashCode() {
    return columns.hashCode();
  }

  @Override
  public String toString() {
    return columns.toString();
  }

  /** Collects columns; not for use by several threads. */
  public static final class Builder {

    private final List<WindowColumn> columns = new ArrayList<>();

    private Builder() {}

    /**
     * Adds a column whose type is given by its ClickHouse name.
     *
     * @param name the name, exactly as the target has it
     * @param type the name of the type
     * @return this builder
     * @throws TypeSyntaxException when the type is not understood or not supported
     * @throws IllegalArgumentException when the column name is empty or no well-formed text
     */
    public Builder column(String name, String type) {
      return column(name, ColumnType.parse(type));
    }

    /**
     * Adds a column.
     *
     * @param name the name, exactly as the target has it
     * @param type the type
     * @return this builder
     * @throws IllegalArgumentException when the column name is empty or no well-formed text
     */
    public Builder column(String name, ColumnType type) {
      columns.add(new WindowColumn(name, type));
      return this;
    }

    /**
     * Makes the schema of the columns added so far.
     *
     * @return the schema
     * @throws IllegalArgumentException when there is no column or a name occurs twice
     */
    public WindowSchema build() {
      return new WindowSchema(columns);
    }
  }
}
