package io.rollingwindow;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import java.time.Duration;

/**
 * Told how a run goes on. What it throws is logged and dropped: no run fails by its listener.
 *
 * <p>The three methods about chunks are called by the worker threads, several at once; all others
 * by the thread that called the runtime, one after the other. A call holds up the work it tells of,
 * so it should return at once and do no I/O of weight. Nothing is promised about a run whose
 * process died: its next call starts with {@link #started} again.
 */
public interface WindowListener {

  /** Listens to nothing. */
  WindowListener NOOP = new WindowListener() {};

  /**
   * The plan is registered, or an earlier one was taken up again.
   *
   * @param plan what is refreshed
   * @param invocationId the caller's id
   */
  default void started(WindowPlan plan, String invocationId) {}

  /**
   * A part of a chunk was read and is being loaded; it is not verified yet. Told as payloads are
   * handed on, a few times a second at most, and at the end of each part. Calls of several workers
   * for one attempt may overtake each other.
   *
   * @param attempt which attempt
   * @param rows the attempt's rows so far
   * @param encodedBytes their bytes in RowBinary
   */
  default void chunkProgress(AttemptId attempt, long rows, long encodedBytes) {}

  /**
   * A chunk is verified.
   *
   * @param receipt what was verified
   */
  default void chunkVerified(ChunkReceipt receipt) {}

  /**
   * An attempt failed for a passing reason and is followed by another.
   *
   * @param attempt the attempt that failed
   * @param cause why
   * @param pause how long until the next one
   */
  default void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {}

  /**
   * The generation is built and verified.
   *
   * @param run the run
   * @param generation what was built
   */
  default void prepared(RunId run, PreparedGeneration generation) {}

  /**
   * The generation is what the target's name stands for.
   *
   * @param run the run
   * @param generation what was published
   */
  default void published(RunId run, PreparedGeneration generation) {}

  /**
   * The evidence callback has returned.
   *
   * @param run the run
   */
  default void evidenceRecorded(RunId run) {}

  /**
   * The state callback has returned.
   *
   * @param run the run
   */
  default void stateAdvanced(RunId run) {}

  /**
   * The call returns this.
   *
   * @param result the result, of this call or of the earlier one that finished the invocation
   */
  default void finished(ProcessResult result) {}

  /**
   * The call throws this.
   *
   * @param invocationId the caller's id
   * @param failure what is thrown
   */
  default void failed(String invocationId, WindowException failure) {}
}
