package io.rollingwindow.spi;

import io.rollingwindow.error.Finding;
import java.util.List;
import java.util.Optional;

/**
 * What a look at the target showed.
 *
 * @param findings everything that stands in the way; empty when nothing does
 * @param strategy how the generation would be built; empty when the target is refused before that
 *     can be told
 * @param targetRows the rows that the target holds now
 * @param targetBytes the bytes that it holds on disk now
 * @param notes what was left out or is worth knowing, one sentence each
 */
public record TargetPreflight(
    List<Finding> findings,
    Optional<GenerationStrategy> strategy,
    long targetRows,
    long targetBytes,
    List<String> notes) {

  /** Keeps its own copies of the lists. */
  public TargetPreflight {
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }
}
