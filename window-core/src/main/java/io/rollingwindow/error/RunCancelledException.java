package io.rollingwindow.error;

import java.util.List;

/** The caller cancelled the run, or its thread was interrupted, before publication. */
public final class RunCancelledException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public RunCancelledException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public RunCancelledException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }
}
