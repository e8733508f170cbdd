package io.rollingwindow.postgres.internal;

/** A row of the source is larger than the limit; PostgreSQL did not send it. */
final class RowTooLargeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  RowTooLargeException() {
    super("a row is larger than the limit");
  }
}
