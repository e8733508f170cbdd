package io.rollingwindow.error;

import java.util.List;

/** The manifest or the composition is wrong. Nothing was opened and nothing was changed. */
public final class ConfigurationException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public ConfigurationException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public ConfigurationException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }

  /**
   * Several findings that were collected together.
   *
   * @param code the code of the failure as a whole
   * @param message the leading sentence; the findings are listed after it
   * @param findings at least one finding
   */
  public ConfigurationException(ErrorCode code, String message, List<Finding> findings) {
    super(code, FindingText.of(message, findings), findings, null);
  }
}
