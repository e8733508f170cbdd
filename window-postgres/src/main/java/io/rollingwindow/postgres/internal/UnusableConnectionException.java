package io.rollingwindow.postgres.internal;

/** The application's factory gives connections that cannot serve one snapshot. */
final class UnusableConnectionException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnusableConnectionException(String message) {
    super(message);
  }

  UnusableConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
