package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.EnumType;
import java.io.IOException;

/**
 * Writes the values of one column, or of the elements of an array. One is made per column when the
 * encoder is made, so that no value has to ask for its type. A subclass overrides the calls that
 * its type takes; the rest refuse.
 */
abstract class ColumnWriter {

  final RowBuffer out;
  private final String column;
  private final String typeName;

  /** Whether a byte before each value tells a value (0) from NULL (1). */
  private final boolean nullable;

  ColumnWriter(RowBuffer out, String column, ColumnType type) {
    this(out, column, describe(type.unwrapped()), type.acceptsNull());
  }

  /** For places where no value may stand, or that stand in for another writer. */
  ColumnWriter(RowBuffer out, String column, String typeName, boolean nullable) {
    this.out = out;
    this.column = column;
    this.typeName = typeName;
    this.nullable = nullable;
  }

  /** Marks that a value, not NULL, follows. */
  final void present() throws IOException {
    if (nullable) {
      out.reserve(1, this);
      out.putByte(0);
    }
  }

  void nul() throws IOException {
    if (!nullable) {
      throw failure(Reason.NULL_IN_NON_NULLABLE, "NULL for " + typeName);
    }
    out.reserve(1, this);
    out.putByte(1);
  }

  void bool(boolean value) throws IOException {
    throw refusal("a truth value");
  }

  void int64(long value) throws IOException {
    throw refusal("an integer");
  }

  void integer(byte[] buffer, int offset, int length) throws IOException {
    throw refusal("an integer");
  }

  void decimal(long unscaled, int scale) throws IOException {
    throw refusal("a decimal number");
  }

  void numeric(byte[] buffer, int offset, int digits, int weight, boolean negative)
      throws IOException {
    throw refusal("a decimal number");
  }

  void float32(float value) throws IOException {
    throw refusal("a floating point number");
  }

  void float64(double value) throws IOException {
    throw refusal("a floating point number");
  }

  void text(byte[] buffer, int offset, int length) throws IOException {
    throw refusal("text");
  }

  void bytes(byte[] buffer, int offset, int length) throws IOException {
    throw refusal("a byte string");
  }

  void enumLabel(byte[] buffer, int offset, int length) throws IOException {
    throw refusal("a label");
  }

  void uuid(long high, long low) throws IOException {
    throw refusal("a UUID");
  }

  void epochDay(long day) throws IOException {
    throw refusal("a day");
  }

  void epochMicros(long micros) throws IOException {
    throw refusal("an instant");
  }

  void ipv4(int address) throws IOException {
    throw refusal("an IPv4 address");
  }

  void ipv6(byte[] buffer, int offset) throws IOException {
    throw refusal("an IPv6 address");
  }

  /** Writes the length of an array; its elements go to {@link #element()}. */
  void beginArray(int length) throws IOException {
    throw refusal("an array");
  }

  /** The writer of an array's elements. */
  ColumnWriter element() {
    throw refusal("an array");
  }

  /** The place behind an array's last element, where only its end may stand. */
  ColumnWriter afterLastElement() {
    throw refusal("an array");
  }

  /** What to throw when something comes that never belongs here. */
  RuntimeException refusal(String kind) {
    return failure(Reason.WRONG_KIND, kind + " for " + typeName);
  }

  /** What to throw when the row ends before a value for this place has come. */
  RuntimeException missing() {
    return failure(Reason.ROW_SHAPE, "the row ends before its value");
  }

  /** What to throw when an array ends here, where a value is due. */
  RuntimeException endOfArray() {
    return failure(Reason.ARRAY_SHAPE, "the end of an array where a value is due");
  }

  final RowValueException outOfRange() {
    return failure(Reason.OUT_OF_RANGE, "the value lies outside the range of " + typeName);
  }

  final RowValueException failure(Reason reason, String detail) {
    return new RowValueException(reason, column, detail);
  }

  final boolean nullable() {
    return nullable;
  }

  final String typeName() {
    return typeName;
  }

  /** The name of a type, short enough for a message. */
  private static String describe(ColumnType type) {
    return type instanceof EnumType labels ? "Enum" + labels.bits() : type.nativeName();
  }
}
