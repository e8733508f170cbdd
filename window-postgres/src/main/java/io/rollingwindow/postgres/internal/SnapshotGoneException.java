package io.rollingwindow.postgres.internal;

/** The exported snapshot ended, or was closed. */
final class SnapshotGoneException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  SnapshotGoneException(String message, Throwable cause) {
    super(message, cause);
  }
}
