package io.rollingwindow.testkit;

import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/** What callbacks are called with. */
final class CallbackSamples {

  private static final long DAY_MICROS = 86_400_000_000L;

  private CallbackSamples() {}

  static Lease lease(long fencingToken) {
    return new Lease(SampleRecords.TARGET_ID, "owner-" + fencingToken, fencingToken, Instant.EPOCH);
  }

  /** A plan whose window ends at the start of a day, counted from 1970. */
  static WindowPlan endingAtDay(int day) {
    WindowPlan sample = SampleRecords.plan(day);
    return new WindowPlan(
        sample.routeId(),
        sample.targetId(),
        sample.schemaFingerprint(),
        sample.windowColumn(),
        new ChunkGrid(new WindowInterval((day - 1) * DAY_MICROS, day * DAY_MICROS), DAY_MICROS),
        sample.source(),
        sample.digestKey());
  }

  static PreparedGeneration generation(int number) {
    RunRecord run = SampleRecords.run(number, RunPhase.PUBLISHED);
    return run.generation().orElseThrow();
  }

  static List<ChunkReceipt> receipts(int number) {
    return IntStream.range(0, SampleRecords.plan(number).grid().count())
        .mapToObj(chunk -> SampleRecords.verified(number, chunk, chunk).receipt().orElseThrow())
        .toList();
  }

  static EvidenceMetrics metrics(int number) {
    RunRecord run = SampleRecords.run(number, RunPhase.PUBLISHED);
    RowTotals window =
        receipts(number).stream().map(ChunkReceipt::totals).reduce(RowTotals::plus).orElseThrow();
    return new EvidenceMetrics(window, 3, 7, run.proof().orElseThrow(), 1, 2, OptionalLong.empty());
  }
}
