package io.rollingwindow;

import io.rollingwindow.error.Finding;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.spi.GenerationStrategy;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a dry run found. Estimates are the servers' own guesses and bind nobody.
 *
 * @param findings everything that stands in the way, each with its code and subject
 * @param grid the window and its chunks
 * @param strategy how the generation would be built; empty when the target is refused before that
 *     can be told
 * @param estimatedRows the source's guess of the window's rows
 * @param estimatedBytes the source's guess of the window's bytes
 * @param targetRows the rows that the target holds now; empty when it could not be looked at
 * @param targetBytes the bytes that it holds on disk now; empty when it could not be looked at
 * @param notes what was left out or is worth knowing, one sentence each
 */
public record PreflightReport(
    List<Finding> findings,
    ChunkGrid grid,
    Optional<GenerationStrategy> strategy,
    OptionalLong estimatedRows,
    OptionalLong estimatedBytes,
    OptionalLong targetRows,
    OptionalLong targetBytes,
    List<String> notes) {

  /** Keeps its own copies of the lists. */
  public PreflightReport {
    findings = List.copyOf(findings);
    Objects.requireNonNull(grid, "grid");
    Objects.requireNonNull(strategy, "strategy");
    Objects.requireNonNull(estimatedRows, "estimatedRows");
    Objects.requireNonNull(estimatedBytes, "estimatedBytes");
    Objects.requireNonNull(targetRows, "targetRows");
    Objects.requireNonNull(targetBytes, "targetBytes");
    notes = List.copyOf(notes);
  }

  /**
   * Whether a run would get beyond its preflight now.
   *
   * @return true when nothing stands in the way
   */
  public boolean isAdmitted() {
    return findings.isEmpty();
  }

  /**
   * The bounds of the chunks.
   *
   * @return the start of every chunk and the end of the last, ascending
   */
  public List<Instant> boundaries() {
    return RollingWindowDetails.boundaries(grid);
  }

  /**
   * How many chunks there would be.
   *
   * @return at least 1
   */
  public int chunkCount() {
    return grid.count();
  }
}
