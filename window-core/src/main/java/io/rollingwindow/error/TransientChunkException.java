package io.rollingwindow.error;

import java.util.List;

/**
 * A chunk failed for a passing reason. The executor discards the attempt and tries again, at most
 * twice; outside a chunk the caller may run the same invocation again.
 */
public final class TransientChunkException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public TransientChunkException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public TransientChunkException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }
}
