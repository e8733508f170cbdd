package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Our library as far as the staging table: all rows as one chunk, read by several workers. */
final class StageRows implements Contender {

  /** What is measured. */
  enum Steps {
    /** Reading, encoding and loading. */
    STAGE,
    /** The same, and the verification. */
    STAGE_AND_VERIFY,
    /** The verification of rows that were staged before. */
    VERIFY
  }

  private static final Duration LEASE = Duration.ofHours(1);

  private final Route route;
  private final Staging staging;
  private final int workers;
  private final Steps steps;
  private final HeldLease lease;

  private WindowPlan plan;
  private StagingAttempt attempt;
  private SourceSnapshot snapshot;
  private RowTotals totals;
  private Optional<ChunkReceipt> receipt = Optional.empty();

  StageRows(Route route, Staging staging, int workers, Steps steps, HeldLease lease) {
    this.route = route;
    this.staging = staging;
    this.workers = workers;
    this.steps = steps;
    this.lease = lease;
  }

  /** Takes the one lease that all contenders of a route work under. */
  static HeldLease lease(Route route) {
    Lease taken = route.store().acquire(route.target().targetId(), "bench", LEASE).orElseThrow();
    return new HeldLease() {
      @Override
      public Lease current() {
        return taken;
      }

      @Override
      public void assertHeld() {}
    };
  }

  @Override
  public String name() {
    String what =
        switch (steps) {
          case STAGE -> "staged";
          case STAGE_AND_VERIFY -> "staged and verified";
          case VERIFY -> "verification alone";
        };
    return "ours, " + what + (steps == Steps.VERIFY ? "" : ", " + Figures.count(workers, "worker"));
  }

  @Override
  public void prepare() throws Exception {
    if (steps == Steps.VERIFY) {
      stage();
    }
  }

  @Override
  public long run() throws Exception {
    if (steps != Steps.VERIFY) {
      stage();
    }
    if (steps != Steps.STAGE) {
      receipt = Optional.of(attempt.verify(totals, again -> {}));
    }
    return totals.rows();
  }

  @Override
  public void check() throws Exception {
    ChunkReceipt verified =
        receipt.isPresent() ? receipt.get() : attempt.verify(totals, again -> {});
    staging
        .expected()
        .require(
            staging
                .clickHouse()
                .rows(staging.shape(), "`" + verified.staging().orElseThrow().name() + "`"),
            "The staging table of '" + name() + "'");
    attempt.close();
    snapshot.close();
    route.target().discard(plan, attempt.id(), lease);
    receipt = Optional.empty();
  }

  private void stage() throws Exception {
    RollingWindowConfig config = Route.config(Shape.WINDOW_LENGTH, Shape.WINDOW_LENGTH, workers);
    snapshot = route.source().open(route.request(config));
    plan = WindowPlan.of(route.request(config), snapshot.identity(), new SecureRandom());
    Chunk chunk = plan.grid().chunk(0);
    attempt = route.target().stage(plan, new AttemptId(plan.runId(), 0, 1), lease);
    AtomicReference<RowTotals> sum =
        new AtomicReference<>(RowTotals.empty(route.target().schema().columns().size()));
    Workers.sum(
        workers,
        snapshot.slices(chunk, workers),
        slice -> {
          RowTotals part = stage(slice);
          sum.accumulateAndGet(part, RowTotals::plus);
          return part.rows();
        });
    totals = sum.get();
  }

  private RowTotals stage(SourceSlice slice) {
    try (StagingStream stream = attempt.openStream()) {
      slice.read(stream.rows(), new CancellationToken());
      return stream.finish();
    }
  }
}
