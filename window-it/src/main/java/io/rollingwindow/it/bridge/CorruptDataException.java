package io.rollingwindow.it.bridge;

import java.io.IOException;

/** The client's compressed data is damaged: its fault, not that of the connection. */
final class CorruptDataException extends IOException {

  private static final long serialVersionUID = 1L;

  CorruptDataException(String message) {
    super(message);
  }

  CorruptDataException(String message, Throwable cause) {
    super(message, cause);
  }
}
