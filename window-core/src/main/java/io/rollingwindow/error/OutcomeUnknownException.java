package io.rollingwindow.error;

import java.util.List;

/**
 * Whether the EXCHANGE happened cannot be told. Journals and tables are kept; the message names
 * both tables and both identities. It is never resolved by trying again blindly.
 */
public final class OutcomeUnknownException extends WindowException {

  private static final long serialVersionUID = 1L;

  /**
   * A failure with its cause.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   * @param cause what lay under it, or null where nothing did
   */
  public OutcomeUnknownException(ErrorCode code, String message, Throwable cause) {
    super(code, message, List.of(), cause);
  }

  /**
   * A failure without a cause under it.
   *
   * @param code the stable code
   * @param message what happened, what was left in place, what to do next
   */
  public OutcomeUnknownException(ErrorCode code, String message) {
    this(code, message, (Throwable) null);
  }
}
