package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import java.util.function.Supplier;

/** Turns what the server or its connection did into the decision that the caller has to take. */
final class Failures {

  private Failures() {}

  /**
   * Runs a step and types its failure.
   *
   * @param what what was being done, as the beginning of a sentence
   */
  static <T> T typed(String what, Supplier<T> step) {
    try {
      return step.get();
    } catch (StatementFailure failure) {
      throw typed(what, failure);
    }
  }

  static WindowException typed(String what, StatementFailure failure) {
    String message = what + " failed: " + failure.getMessage() + ".";
    if (failure.isPassing()) {
      return new TransientChunkException(
          ErrorCode.TRANSIENT_FAILURE,
          message + " What it left is discarded before a retry.",
          failure);
    }
    return switch (ServerCode.meaningOf(failure.code())) {
      case SCHEMA ->
          new RefusedException(
              ErrorCode.SCHEMA_CHANGED,
              message + " The target was left as it is; compare its columns with the schema.",
              failure);
      case RIGHTS ->
          new RefusedException(
              ErrorCode.TARGET_REFUSED,
              message + " The target was left as it is; give the account the right it lacks.",
              failure);
      case QUOTA ->
          new RefusedException(
              ErrorCode.TARGET_QUOTA_EXHAUSTED,
              message
                  + " The target was left as it is; wait for the quota's interval to end or raise its"
                  + " limit.",
              failure);
      case SPACE ->
          new RefusedException(
              ErrorCode.TARGET_SPACE_EXHAUSTED,
              message + " The target was left as it is; make room on the server's disk.",
              failure);
      // A passing one was told apart above.
      case OTHER, PASSING ->
          new RefusedException(
              ErrorCode.UNEXPECTED,
              message + " The target was left as it is; the server's log has the full text.",
              failure);
    };
  }
}
