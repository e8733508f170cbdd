package io.rollingwindow.error;

import java.util.List;

/** The lease of the target is held elsewhere or was lost. Nothing is written without it. */
public final class LeaseException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public LeaseException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public LeaseException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }
}
