package io.rollingwindow.callbacks;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.StagingTable;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/**
 * A publication of chunks of a day each, all rows of a day at its noon.
 *
 * @param plan what was refreshed
 * @param generation what was published
 * @param receipts one for every chunk
 * @param metrics the figures
 */
record Publication(
    WindowPlan plan,
    PreparedGeneration generation,
    List<ChunkReceipt> receipts,
    EvidenceMetrics metrics) {

  static final long DAY_MICROS = 86_400_000_000L;

  private static final long OUTSIDE_ROWS = 5_000;

  static Publication of(LocalDate first, int days, IntToLongFunction rows) {
    return of("clickhouse/events", "fingerprint", first, days, rows, OptionalLong.of(30_000_000L));
  }

  static Publication of(
      String target,
      String fingerprint,
      LocalDate first,
      int days,
      IntToLongFunction rows,
      OptionalLong publishNanos) {
    long start = first.toEpochDay() * DAY_MICROS;
    WindowPlan plan =
        new WindowPlan(
            "route",
            target,
            fingerprint,
            "observed_at",
            new ChunkGrid(new WindowInterval(start, start + days * DAY_MICROS), DAY_MICROS),
            new SourceIdentity("system", "database", "public.events", "00000003-0000001B-1"),
            new DigestKey(1, 2));
    List<ChunkReceipt> receipts = new ArrayList<>();
    for (int day = 0; day < days; day++) {
      RowTotals totals = totals(first.plusDays(day), rows.applyAsLong(day));
      receipts.add(
          new ChunkReceipt(
              new AttemptId(plan.runId(), day, 1),
              totals.rows() == 0
                  ? Optional.empty()
                  : Optional.of(new StagingTable("events__stage_" + day, "uuid-" + day)),
              totals,
              200_000_000L + day));
    }
    RowTotals window =
        receipts.stream()
            .map(ChunkReceipt::totals)
            .reduce(RowTotals::plus)
            .orElse(RowTotals.empty(2));
    return new Publication(
        plan,
        new PreparedGeneration(
            "events__generation",
            "uuid-g",
            "uuid-t",
            GenerationStrategy.PARTITION_CLONE,
            OUTSIDE_ROWS,
            window.rows(),
            120_000_000L),
        receipts,
        new EvidenceMetrics(
            window,
            OUTSIDE_ROWS,
            OUTSIDE_ROWS + window.rows(),
            new GenerationProof(3, 2, OUTSIDE_ROWS, GenerationProof.Durability.FORCED, 45_000_000L),
            receipts.stream().mapToLong(ChunkReceipt::stageNanos).sum(),
            120_000_000L,
            publishNanos));
  }

  private static RowTotals totals(LocalDate day, long rows) {
    if (rows == 0) {
      return RowTotals.empty(2);
    }
    long noon = day.atTime(12, 0).toEpochSecond(ZoneOffset.UTC) * 1_000_000;
    return new RowTotals(
        new MultisetDigest(rows, day.toEpochDay() * 0x9E3779B97F4A7C15L, rows),
        rows * 17,
        OptionalLong.of(noon),
        OptionalLong.of(noon),
        List.of(0L, rows / 2),
        new TreeMap<>(Map.of(day, rows)));
  }

  void recordWith(EvidenceCallback callback) throws Exception {
    Lease lease = new Lease(plan.targetId(), "owner", 7, Instant.EPOCH);
    callback.record(plan, generation, receipts, lease, metrics);
  }
}
