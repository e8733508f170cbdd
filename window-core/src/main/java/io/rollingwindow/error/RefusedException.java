package io.rollingwindow.error;

import java.util.List;

/**
 * Source, target, data or identity does not admit the run. The cause is to be corrected; the
 * published target is as it was.
 */
public final class RefusedException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public RefusedException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public RefusedException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }

  /**
   * Several findings that were collected together.
   *
   * @param code the code of the failure as a whole
   * @param message the leading sentence; the findings are listed after it
   * @param findings at least one finding
   */
  public RefusedException(ErrorCode code, String message, List<Finding> findings) {
    super(code, FindingText.of(message, findings), findings, null);
  }
}
