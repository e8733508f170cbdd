package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.row.RowValueException;

/** Gives every failure its place in the one family of exceptions. */
public final class Failures {

  private static final int MAX_CAUSES = 16;

  private Failures() {}

  /**
   * The typed form of a failure.
   *
   * @param failure what was caught
   * @return itself, the typed one that a driver or encoder wrapped, a refused value, or an
   *     unexpected failure
   */
  public static WindowException typed(RuntimeException failure) {
    Throwable cause = failure;
    for (int depth = 0; cause != null && depth < MAX_CAUSES; depth++) {
      if (cause instanceof WindowException known) {
        return known;
      }
      if (cause instanceof RowValueException refused) {
        return refusedValue(refused);
      }
      cause = cause.getCause();
    }
    return new RefusedException(
        ErrorCode.UNEXPECTED,
        "A server, driver or callback failed in a way that is not known ("
            + failure.getClass().getName()
            + "); nothing is retried by itself.",
        failure);
  }

  private static WindowException refusedValue(RowValueException refused) {
    ErrorCode code =
        refused.reason() == RowValueException.Reason.ROW_TOO_LARGE
            ? ErrorCode.ROW_TOO_LARGE
            : ErrorCode.VALUE_REFUSED;
    return new RefusedException(
        code, "A row was refused, " + refused.getMessage() + "; the target is as it was.", refused);
  }

  /** The failure in a form that can be thrown. */
  static RuntimeException unchecked(Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException("a checked exception came from a port", failure);
  }

  /** Closes after a failure; what goes wrong then is attached to it. */
  static void closeAfter(Throwable primary, AutoCloseable resource) {
    try {
      resource.close();
    } catch (Exception e) {
      if (e != primary) {
        primary.addSuppressed(e);
      }
    }
  }

  /** Closes after success; what goes wrong then changes nothing of it and is logged. */
  static void closeAfterSuccess(AutoCloseable resource, String what) {
    try {
      resource.close();
    } catch (Exception e) {
      System.getLogger(Failures.class.getName())
          .log(System.Logger.Level.WARNING, what + " could not be closed", e);
    }
  }
}
