package io.rollingwindow.postgres.internal;

/** A session sees another table, or sees the table otherwise, than the keeper. */
final class TableChangedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  TableChangedException() {
    super("the table is not as it was when the snapshot was taken");
  }
}
