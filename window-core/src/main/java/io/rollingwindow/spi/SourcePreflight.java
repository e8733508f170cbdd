package io.rollingwindow.spi;

import io.rollingwindow.error.Finding;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a look at the source showed.
 *
 * @param findings everything that stands in the way; empty when nothing does
 * @param estimatedRows the planner's guess of the window's rows, where there is one
 * @param estimatedBytes the planner's guess of the window's bytes, where there is one
 */
public record SourcePreflight(
    List<Finding> findings, OptionalLong estimatedRows, OptionalLong estimatedBytes) {

  /** Keeps its own copy of the findings. */
  public SourcePreflight {
    findings = List.copyOf(findings);
  }
}
