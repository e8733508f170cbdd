package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowDuration;
import io.rollingwindow.plan.WindowInterval;
import java.time.Instant;
import java.util.Optional;

/** Turns end, lookback and chunk length into an interval and its chunks. */
public final class GridPlanner {

  private GridPlanner() {}

  /**
   * Plans, or says why not.
   *
   * @param end the first instant after the window, a whole number of microseconds
   * @param lookback how far the window reaches back
   * @param chunkInterval the length of a chunk
   * @param findings where everything that is wrong goes
   * @return the chunks; empty when a limit is passed
   */
  public static Optional<ChunkGrid> plan(
      Instant end, WindowDuration lookback, WindowDuration chunkInterval, Findings findings) {
    Setting subject = Setting.LOOKBACK;
    try {
      long endMicros = WindowInterval.micros(end);
      long startMicros = Math.subtractExact(endMicros, lookback.micros());
      subject = Setting.CHUNK_INTERVAL;
      return Optional.of(
          new ChunkGrid(new WindowInterval(startMicros, endMicros), chunkInterval.micros()));
    } catch (ArithmeticException e) {
      findings.add(
          ErrorCode.PLAN_INVALID, subject.path(), "reaches back beyond the supported range.");
    } catch (IllegalArgumentException e) {
      findings.add(ErrorCode.PLAN_INVALID, subject.path(), "is refused: " + e.getMessage() + ".");
    }
    return Optional.empty();
  }
}
