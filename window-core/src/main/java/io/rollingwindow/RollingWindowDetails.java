package io.rollingwindow;

import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.RunId;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The window of a finished run.
 *
 * @param grid the interval and its chunks
 * @param fingerprint what was asked, as {@link io.rollingwindow.plan.WindowRequest#fingerprint()}
 * @param runId the run
 * @param generation the name under which the published generation was built; it has the target's
 *     name now, and no table has this one any more
 * @param generationUuid the identity of the published generation
 */
public record RollingWindowDetails(
    ChunkGrid grid, String fingerprint, RunId runId, String generation, String generationUuid) {

  /** Checks the parts. */
  public RollingWindowDetails {
    Objects.requireNonNull(grid, "grid");
    Objects.requireNonNull(fingerprint, "fingerprint");
    Objects.requireNonNull(runId, "runId");
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(generationUuid, "generationUuid");
  }

  /**
   * The bounds of the chunks.
   *
   * @return the start of every chunk and the end of the last, ascending
   */
  public List<Instant> boundaries() {
    return boundaries(grid);
  }

  /**
   * How many chunks there were.
   *
   * @return at least 1
   */
  public int chunkCount() {
    return grid.count();
  }

  static List<Instant> boundaries(ChunkGrid grid) {
    return Stream.concat(
            IntStream.range(0, grid.count()).mapToObj(i -> grid.chunk(i).interval().start()),
            Stream.of(grid.interval().end()))
        .toList();
  }
}
