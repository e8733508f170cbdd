package io.rollingwindow;

import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.GenerationProof;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * The figures of one publication. Count, bounds and NULL counts are exact. That the digests of both
 * sides are equal shows equal multisets up to a probability of about 2^-128 for rows chosen without
 * knowledge of the key; it is not an exact comparison.
 *
 * @param window the sum over all chunks, equal in source, staging and target
 * @param outsideRows rows outside the window, proven equal with multiplicity
 * @param totalRows rows of the whole generation
 * @param proof how the outside was proven
 * @param stageNanos the sum over chunks of reading, loading and verifying, which overlap
 * @param prepareNanos how long building the generation took
 * @param publishNanos how long the EXCHANGE and its inspection took; empty when that was lost with
 *     a process
 */
public record EvidenceMetrics(
    RowTotals window,
    long outsideRows,
    long totalRows,
    GenerationProof proof,
    long stageNanos,
    long prepareNanos,
    OptionalLong publishNanos) {

  /** Checks the parts. */
  public EvidenceMetrics {
    Objects.requireNonNull(window, "window");
    Objects.requireNonNull(proof, "proof");
    Objects.requireNonNull(publishNanos, "publishNanos");
  }
}
