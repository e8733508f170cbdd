package io.rollingwindow.clickhouse;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.row.RowTotals;
import java.util.Objects;

/**
 * A later recount of a published window.
 *
 * @param run the run that published it
 * @param currentGeneration whether the target's name still stands for that run's generation; a
 *     newer run has replaced it otherwise, and then a difference may be rightful
 * @param expected the sum of the verified chunks
 * @param observed what the target holds in the window now
 * @param difference how they differ, as counts and hashes of rows; empty when they do not
 */
public record PublishedCheck(
    RunId run,
    boolean currentGeneration,
    RowTotals expected,
    RowTotals observed,
    String difference) {

  /** Requires every part. */
  public PublishedCheck {
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(expected, "expected");
    Objects.requireNonNull(observed, "observed");
    Objects.requireNonNull(difference, "difference");
  }

  /**
   * Whether the window is as it was published: count, bounds, NULLs, days and bytes exactly, the
   * rows themselves by their digest.
   *
   * @return true when everything agrees
   */
  public boolean matches() {
    return expected.equals(observed);
  }
}
