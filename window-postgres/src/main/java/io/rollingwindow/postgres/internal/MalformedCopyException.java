package io.rollingwindow.postgres.internal;

/** The bytes of a COPY are not what PostgreSQL's documented binary format allows. */
final class MalformedCopyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message what was expected, without any bytes of the stream
   */
  MalformedCopyException(String message) {
    super(message);
  }
}
