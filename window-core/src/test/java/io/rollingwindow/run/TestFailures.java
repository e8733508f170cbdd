package io.rollingwindow.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;

/** Failures that stores report. */
final class TestFailures {

  private TestFailures() {}

  static RefusedException storeGone() {
    return new RefusedException(ErrorCode.STORE_UNAVAILABLE, "The store does not answer.");
  }
}
