package io.rollingwindow.spi;

import io.rollingwindow.error.ErrorCode;
import java.util.Objects;

/**
 * Why a run ended without publishing, as journaled.
 *
 * @param code the stable code
 * @param message the message as it was reported, without row values
 */
public record RunFailure(ErrorCode code, String message) {

  /** Checks the parts. */
  public RunFailure {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
  }
}
