package io.rollingwindow.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import org.junit.jupiter.api.function.Executable;

/** Expected failures. */
public final class Expect {

  private Expect() {}

  /**
   * A call must fail.
   *
   * @param code the code that it must fail with
   * @param call the call
   * @return the failure
   */
  public static WindowException failure(ErrorCode code, Executable call) {
    WindowException failure = assertThrows(WindowException.class, call);
    assertEquals(code, failure.code(), failure::getMessage);
    return failure;
  }

  /**
   * A passing failure.
   *
   * @return a new exception
   */
  public static TransientChunkException passing() {
    return new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "The connection was lost.");
  }

  /**
   * A failure that nobody classified.
   *
   * @return a new exception
   */
  public static IllegalStateException crash() {
    return new IllegalStateException("crash");
  }
}
