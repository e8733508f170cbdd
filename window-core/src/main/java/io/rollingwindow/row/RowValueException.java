package io.rollingwindow.row;

import java.util.Objects;
import java.util.Optional;

/**
 * A value that cannot be written exactly, or a row that is not of the schema's shape. Nothing of
 * the row has been handed on, and the encoder takes no more values. The message names the column
 * and the cause; it never shows the value.
 */
public final class RowValueException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String column;

  /**
   * Makes an exception.
   *
   * @param reason the kind of the fault
   * @param column the column that the value was meant for, or null when no column was due
   * @param detail what the column holds or expects; no part of a row
   */
  RowValueException(Reason reason, String column, String detail) {
    super((column == null ? "" : "column \"" + column + "\": ") + detail + " (" + reason + ")");
    this.reason = Objects.requireNonNull(reason, "reason");
    this.column = column;
  }

  /**
   * Returns the kind of the fault.
   *
   * @return the reason
   */
  public Reason reason() {
    return reason;
  }

  /**
   * Returns the column that the value was meant for.
   *
   * @return its name; empty when the row was already full
   */
  public Optional<String> column() {
    return Optional.ofNullable(column);
  }

  /** The kinds of faults. The names are stable. */
  public enum Reason {
    /** The column's type does not reach so far. */
    OUT_OF_RANGE,
    /**
     * The value has decimal digits, or a fraction of a second or day, finer than the column keeps.
     */
    SCALE_LOSS,
    /** The value has more binary digits than the column's floating point type keeps. */
    PRECISION_LOSS,
    /** The value is NaN, or no number at all, where a number is needed. */
    NOT_A_NUMBER,
    /** The value is infinite where a finite one is needed. */
    INFINITE,
    /** NULL for a column, or for array elements, that cannot hold it. */
    NULL_IN_NON_NULLABLE,
    /** Text that is not well-formed UTF-8. */
    NOT_UTF8,
    /** The value's length is not that of the column's type. */
    WRONG_LENGTH,
    /** A label that the column's Enum does not have. */
    UNKNOWN_ENUM_LABEL,
    /** A value of a kind that the column's type never takes. */
    WRONG_KIND,
    /** An array with other dimensions, or with more or fewer elements, than announced. */
    ARRAY_SHAPE,
    /** More or fewer values than the schema has columns. */
    ROW_SHAPE,
    /** The encoded row exceeds the limit. */
    ROW_TOO_LARGE,
    /** The window column's value lies outside the window. */
    OUTSIDE_WINDOW,
    /** The window column is NULL. */
    NULL_WINDOW
  }
}
