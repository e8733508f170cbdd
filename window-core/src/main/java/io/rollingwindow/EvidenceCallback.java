package io.rollingwindow;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import java.util.List;
import java.util.Objects;

/**
 * Writes down what was published, supplied by the application. Called after publication and before
 * the state callback, at least once: after a lost acknowledgement it is called again with the same
 * plan. It must be durable before it returns, idempotent by the run id, and must fence its own
 * mutation with the lease's token.
 */
@FunctionalInterface
public interface EvidenceCallback {

  /**
   * Records one publication.
   *
   * @param plan what was refreshed
   * @param generation what was published
   * @param receipts one for every chunk, in order
   * @param lease the lease it is called under
   * @param metrics counts, bounds, digests and durations
   * @throws Exception when it was not recorded; the rows stay published, and the same invocation
   *     calls again
   */
  void record(
      WindowPlan plan,
      PreparedGeneration generation,
      List<ChunkReceipt> receipts,
      Lease lease,
      EvidenceMetrics metrics)
      throws Exception;

  /**
   * Records in both places, here first. A failure in either is a failure of both; the next call
   * repeats both, which is why each must be idempotent by itself.
   *
   * @param next where else it is recorded
   * @return a callback that is done when both are
   */
  default EvidenceCallback andThen(EvidenceCallback next) {
    Objects.requireNonNull(next, "next");
    return (plan, generation, receipts, lease, metrics) -> {
      record(plan, generation, receipts, lease, metrics);
      next.record(plan, generation, receipts, lease, metrics);
    };
  }
}
