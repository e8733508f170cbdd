package io.rollingwindow.internal.run;

import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.ObligationException;
import io.rollingwindow.error.Phase;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.RunResult;
import java.time.Duration;
import java.util.List;

/** What is owed after publication: evidence, then state, then the stored result. */
final class Obligations {

  private final RunParts parts;
  private final HeldLease lease;
  private final ListenerGuard listener;

  Obligations(RunParts parts, HeldLease lease) {
    this.parts = parts;
    this.lease = lease;
    this.listener = new ListenerGuard(parts.listener());
  }

  /**
   * Calls evidence, then state, and stores the result. Both are called whenever the run has not
   * succeeded: an acknowledgement that was lost is not known to be one.
   */
  void meet(RunJournal journal, List<ChunkReceipt> receipts, long sinceNanos) {
    WindowPlan plan = journal.plan();
    PreparedGeneration generation = journal.generation();
    EvidenceMetrics metrics = metrics(journal, receipts);
    lease.assertHeld();
    call(
        () -> parts.evidence().record(plan, generation, receipts, lease.current(), metrics),
        ErrorCode.EVIDENCE_FAILED,
        "evidence",
        Phase.EVIDENCE,
        journal);
    journal.evidenced();
    listener.tell(to -> to.evidenceRecorded(plan.runId()));
    lease.assertHeld();
    call(
        () -> parts.state().advance(plan, lease.current()),
        ErrorCode.STATE_FAILED,
        "state",
        Phase.STATE,
        journal);
    listener.tell(to -> to.stateAdvanced(plan.runId()));
    Duration took = Duration.ofNanos(parts.scheduling().nanoTime() - sinceNanos);
    journal.succeeded(new RunResult(generation.windowRows(), generation.totalRows(), took));
  }

  private static EvidenceMetrics metrics(RunJournal journal, List<ChunkReceipt> receipts) {
    PreparedGeneration generation = journal.generation();
    return new EvidenceMetrics(
        sum(receipts),
        generation.outsideRows(),
        generation.totalRows(),
        journal.proof(),
        receipts.stream().mapToLong(ChunkReceipt::stageNanos).sum(),
        generation.prepareNanos(),
        journal.run().publishNanos());
  }

  /** By halves, because a sum copies its days: many chunks of a day each would copy too much. */
  private static RowTotals sum(List<ChunkReceipt> receipts) {
    int half = receipts.size() / 2;
    return half == 0
        ? receipts.get(0).totals()
        : sum(receipts.subList(0, half)).plus(sum(receipts.subList(half, receipts.size())));
  }

  private interface Callback {
    void call() throws Exception;
  }

  private static void call(
      Callback callback, ErrorCode code, String what, Phase phase, RunJournal journal) {
    try {
      callback.call();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new ObligationException(
              code,
              "The rows are published, and the "
                  + what
                  + " callback failed ("
                  + e.getClass().getName()
                  + "). Invocation "
                  + journal.run().invocationId()
                  + " owes it; call again with that id.",
              e)
          .at(Location.of(phase));
    }
  }
}
