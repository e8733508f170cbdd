package io.rollingwindow.it.crash;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.WindowException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What an operator's scheduler does after a crash. */
public final class Recovery {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Refresh refresh;

  /**
   * How a refresh came to its end.
   *
   * @param how by which invocation, and why
   * @param result what it returned
   */
  public record Ending(String how, ProcessResult result) {}

  /** Recovers a refresh. */
  public Recovery(Refresh refresh) {
    this.refresh = refresh;
  }

  /** Calls again with the same id, once the dead process's lease has expired. */
  public ProcessResult sameInvocation(String invocationId) {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (true) {
      try {
        return refresh.run(invocationId);
      } catch (LeaseException e) {
        if (e.code() != ErrorCode.LEASE_UNAVAILABLE || System.nanoTime() > deadline) {
          throw e;
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  /** Calls again with the same id, and with a new one where the recovery table says so. */
  public Ending untilDone(String invocationId) {
    try {
      return new Ending("finished by the same invocation", sameInvocation(invocationId));
    } catch (SnapshotExpiredException | RunEndedException e) {
      return new Ending("new invocation after " + code(e), sameInvocation(invocationId + "-again"));
    }
  }

  private static String code(WindowException e) {
    return e.code().code();
  }
}
