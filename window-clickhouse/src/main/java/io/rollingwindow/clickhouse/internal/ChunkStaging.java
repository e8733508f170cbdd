package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DateTime64Range;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.spi.StagingTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One attempt at one chunk, in a staging table of its own. The table is made when the first rows
 * are ready, while the source reads on; a chunk without rows costs the server nothing.
 */
final class ChunkStaging implements StagingAttempt {

  private static final System.Logger LOG = System.getLogger(ChunkStaging.class.getName());

  private final TargetContext context;
  private final WindowPlan plan;
  private final AttemptId attempt;
  private final AttemptTable table;
  private final DateTime64Range range;
  private final long startNanos = System.nanoTime();
  private final List<InsertStream> streams = new ArrayList<>();

  ChunkStaging(TargetContext context, WindowPlan plan, AttemptId attempt, HeldLease lease) {
    this.context = context;
    this.plan = plan;
    this.attempt = attempt;
    this.table = new AttemptTable(context, plan, attempt, lease);
    this.range = context.profile().dateTime64Range();
  }

  @Override
  public AttemptId id() {
    return attempt;
  }

  @Override
  public synchronized StagingStream openStream() {
    InsertStream stream = new InsertStream(context, table, "s" + streams.size(), this::bounded);
    streams.add(stream);
    return stream;
  }

  private RowEncoder.Builder bounded(RowEncoder.Builder encoder) {
    WindowInterval interval = plan.grid().chunk(attempt.chunk()).interval();
    return encoder
        .window(context.windowColumn(), interval.startMicros(), interval.endMicros())
        .digestKey(plan.digestKey())
        .dateTime64Range(range);
  }

  @Override
  public ChunkReceipt verify(RowTotals totals, Consumer<RowEncoder> again) {
    if (totals.rows() == 0 && !table.isAskedFor()) {
      return receipt(Optional.empty(), totals);
    }
    return Failures.typed("Verifying chunk " + attempt.chunk(), () -> verified(totals, again));
  }

  private ChunkReceipt verified(RowTotals totals, Consumer<RowEncoder> again) {
    ControlSession session = table.made();
    // Looked at first: parts that are the same later hold the rows that are now read.
    PartSet parts = PartSet.read(session, table.ref());
    StagedTable staged = StagedTable.read(session, context, plan, table.ref());
    if (!staged.figures().agreesWith(totals)) {
      throw new RefusedException(
          ErrorCode.STAGING_MISMATCH,
          "The staging table of chunk "
              + attempt.chunk()
              + " differs from the rows that were read: "
              + difference(session, totals, staged.figures(), again)
              + " The target was left as it is.");
    }
    context.verifiedParts().remember(plan.runId(), staged.uuid(), parts);
    return receipt(Optional.of(new StagingTable(table.ref().name(), staged.uuid())), totals);
  }

  private ChunkReceipt receipt(Optional<StagingTable> staging, RowTotals totals) {
    return new ChunkReceipt(attempt, staging, totals, System.nanoTime() - startNanos);
  }

  private String difference(
      ControlSession session, RowTotals totals, StagedFigures found, Consumer<RowEncoder> again) {
    if (found.digest().equals(totals.digest())) {
      return "the rows are the same, but their bounds or NULL counts are not.";
    }
    RowEncoder.Builder rows =
        bounded(RowEncoder.builder(context.schema())).maxEncodedBytes(context.maxEncodedBytes());
    return new SecondReading(rows, totals, () -> sums(session, totals, found))
        .difference(
            again, () -> StagedSketch.read(session, context.rows(), plan.digestKey(), table.ref()));
  }

  private String sums(ControlSession session, RowTotals totals, StagedFigures found) {
    return RowDifference.of(
            session, context, plan.digestKey(), table.ref().sql(), totals.digest(), found.digest())
        .text();
  }

  @Override
  public synchronized void close() {
    boolean allFinished = true;
    for (InsertStream stream : streams) {
      allFinished &= stream.isFinished();
      stream.close();
    }
    try {
      if (!allFinished) {
        table.endRequests();
      }
    } catch (StatementFailure e) {
      // The discard that must follow kills and joins again, and does not go on without an answer.
      LOG.log(System.Logger.Level.DEBUG, "Requests of an attempt could not be ended yet", e);
    } finally {
      table.close();
    }
  }
}
