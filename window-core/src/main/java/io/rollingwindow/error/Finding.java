package io.rollingwindow.error;

import java.util.Objects;

/**
 * One thing that stands in the way, found together with others.
 *
 * @param code the stable code
 * @param subject the key, column, table or setting that is at fault, by its full name
 * @param message what is wrong with it and what to do, in one or two sentences, without row values
 */
public record Finding(ErrorCode code, String subject, String message) {

  /**
   * Checks the parts.
   *
   * @throws NullPointerException when a part is null
   */
  public Finding {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(subject, "subject");
    Objects.requireNonNull(message, "message");
  }

  @Override
  public String toString() {
    return code.code() + " at " + subject + ": " + message;
  }
}
