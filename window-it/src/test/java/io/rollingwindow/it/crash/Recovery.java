package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.verify.MultisetComparison;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What an operator's scheduler does after a crash, and what must be true afterwards. */
final class Recovery {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final Refresh refresh;

  Recovery(Refresh refresh) {
    this.refresh = refresh;
  }

  /** Calls again with the same id, once the dead process's lease has expired. */
  ProcessResult sameInvocation(String invocationId) {
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

  /**
   * Calls again with the same id, and with a new one where the recovery table says so.
   *
   * @return how it went on
   */
  String untilDone(String invocationId) {
    try {
      sameInvocation(invocationId);
      return "finished by the same invocation";
    } catch (SnapshotExpiredException | RunEndedException e) {
      sameInvocation(invocationId + "-again");
      return "new invocation after " + code(e);
    }
  }

  /** Both sides hold the same window, the outside is as at first, and callbacks came in order. */
  void audit(String situation) throws SQLException, IOException {
    MultisetComparison window = refresh.route().compareWindow();
    assertTrue(window.equal(), () -> situation + ": the window is " + window);
    assertEquals(0, refresh.route().outsideDifferences(), situation + ": rows outside changed");
    assertEquals("", refresh.ledger().stateBeforeEvidence(), situation);
  }

  private static String code(WindowException e) {
    return e.code().code();
  }
}
