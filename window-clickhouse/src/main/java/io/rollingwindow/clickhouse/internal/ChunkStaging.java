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
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One attempt at one chunk, in a staging table of its own. */
final class ChunkStaging implements StagingAttempt {

  private static final System.Logger LOG = System.getLogger(ChunkStaging.class.getName());

  private final TargetContext context;
  private final WindowPlan plan;
  private final AttemptId attempt;
  private final TableRef table;
  private final ControlSession session;
  private final DateTime64Range range;
  private final long begun = System.nanoTime();
  private final List<InsertStream> streams = new ArrayList<>();

  private ChunkStaging(
      TargetContext context, WindowPlan plan, AttemptId attempt, ControlSession session) {
    this.context = context;
    this.plan = plan;
    this.attempt = attempt;
    this.table = context.target().sibling(OwnedNames.staging(attempt));
    this.session = session;
    this.range = context.profile().dateTime64Range();
  }

  /** Makes the staging table. The name must be free: it was never used before. */
  static ChunkStaging begin(
      TargetContext context, WindowPlan plan, AttemptId attempt, HeldLease lease) {
    return Failures.typed(
        "Making the staging table of chunk " + attempt.chunk(),
        () -> {
          ControlSession session = context.open(attempt.toString());
          try {
            ChunkStaging staging = new ChunkStaging(context, plan, attempt, session);
            context.assertWritable(lease);
            staging.create();
            return staging;
          } catch (RuntimeException e) {
            session.close();
            throw e;
          }
        });
  }

  private void create() {
    OwnerComment comment =
        OwnerComment.of(
                OwnedKind.STAGING,
                plan.targetId(),
                plan.routeId(),
                attempt.run().value(),
                context.now())
            .inChunk(attempt.chunk(), attempt.attempt());
    session.execute(
        "CREATE TABLE %s AS %s COMMENT %s"
            .formatted(table.sql(), context.target().sql(), Sql.text(comment.json())));
  }

  @Override
  public AttemptId id() {
    return attempt;
  }

  @Override
  public synchronized StagingStream openStream() {
    InsertStream stream =
        new InsertStream(context, table, attempt.toString(), "s" + streams.size(), this::bounded);
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
    return Failures.typed("Verifying chunk " + attempt.chunk(), () -> verified(totals, again));
  }

  private ChunkReceipt verified(RowTotals totals, Consumer<RowEncoder> again) {
    // Looked at first: parts that are the same later hold the rows that are now read.
    PartSet parts = totals.rows() == 0 ? PartSet.NONE : PartSet.read(session, table);
    StagedTable staged = StagedTable.read(session, context, plan, table);
    if (!staged.figures().agreesWith(totals)) {
      throw new RefusedException(
          ErrorCode.STAGING_MISMATCH,
          "The staging table of chunk "
              + attempt.chunk()
              + " differs from the rows that were read: "
              + difference(totals, staged.figures(), again)
              + " The target was left as it is.");
    }
    context.verifiedParts().remember(plan.runId(), staged.uuid(), parts);
    return new ChunkReceipt(
        attempt, table.name(), staged.uuid(), totals, System.nanoTime() - begun);
  }

  private String difference(RowTotals totals, StagedFigures found, Consumer<RowEncoder> again) {
    if (found.digest().equals(totals.digest())) {
      return "the rows are the same, but their bounds or NULL counts are not.";
    }
    RowEncoder.Builder rows =
        bounded(RowEncoder.builder(context.schema())).maxEncodedBytes(context.maxEncodedBytes());
    return new SecondReading(rows, totals, () -> sums(totals, found))
        .difference(
            again, () -> StagedSketch.read(session, context.rows(), plan.digestKey(), table));
  }

  private String sums(RowTotals totals, StagedFigures found) {
    return RowDifference.of(
            session, context, plan.digestKey(), table.sql(), totals.digest(), found.digest())
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
        new RunningRequests(session.as(attempt + "-fence"), context.limits().join())
            .killAndJoin(attempt.toString());
      }
    } catch (StatementFailure e) {
      // The discard that must follow kills and joins again, and does not go on without an answer.
      LOG.log(System.Logger.Level.DEBUG, "Requests of an attempt could not be ended yet", e);
    } finally {
      session.close();
    }
  }
}
