package io.rollingwindow.postgres.internal;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** An exported snapshot of a table, kept by one session and read by others. */
final class PgSnapshot implements SourceSnapshot {

  /** Beyond its columns of unbounded size, which the limit is for, a row has no more than this. */
  private static final long BOUNDED_COLUMNS_BYTES = 1 << 20;

  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  /** Before this version every range of blocks costs a scan of the whole table. */
  private static final int BLOCK_SCANS_SINCE = 14;

  private final SourceOptions options;
  private final Sessions sessions;
  private final Keeper keeper;
  private final CopyStatements statements;
  private final boolean scansBlocks;
  private final Admission.Admitted admitted;
  private final Workers workers;
  private final SourceFailures failures;

  PgSnapshot(
      SourceOptions options,
      WindowRequest request,
      Sessions sessions,
      Keeper keeper,
      Admission.Admitted admitted)
      throws SQLException {
    this.options = options;
    this.sessions = sessions;
    this.keeper = keeper;
    this.statements = CopyStatements.of(options.table(), request, admitted);
    this.scansBlocks = keeper.session().majorVersion() >= BLOCK_SCANS_SINCE;
    this.admitted = admitted;
    this.workers = new Workers(options, sessions, keeper, admitted.table());
    this.failures = new SourceFailures(options.table());
  }

  /** Joins a first worker, so that a factory that does not fit is found before any chunk. */
  void proveConnections() throws SQLException, IOException {
    workers.use(new CancellationToken(), worker -> {});
  }

  @Override
  public SourceIdentity identity() {
    ServerMark mark = keeper.mark();
    return new SourceIdentity(
        mark.system(),
        Long.toString(mark.database()),
        Long.toString(admitted.table().oid()),
        keeper.snapshotId() + "/" + mark.snapshot() + "/" + keeper.token().toHex());
  }

  @Override
  public void assertAlive() {
    try {
      keeper.assertAlive();
    } catch (SnapshotGoneException e) {
      throw failures.of(e, () -> false);
    }
  }

  @Override
  public List<SourceSlice> slices(Chunk chunk, int limit) {
    int most = Math.min(limit, options.maxSlices());
    return divide(chunk.interval(), most).stream()
        .<SourceSlice>map(ranges -> new PgSlice(this, ranges))
        .toList();
  }

  private List<List<RowRange>> divide(WindowInterval interval, int most) {
    if (most <= 1) {
      return SlicePlanner.whole(interval);
    }
    assertAlive();
    ScanPlan plan = keeper.plan(statements.select(RowRange.all(interval)));
    int slices = SlicePlanner.slices(plan, most);
    if (slices == 1 || (plan.wholeTable() && !scansBlocks)) {
      return SlicePlanner.whole(interval);
    }
    return plan.wholeTable()
        ? SlicePlanner.byBlock(interval, keeper.blocks(admitted.table().oid()), slices)
        : SlicePlanner.byTime(interval, quantiles(interval), slices);
  }

  private List<Long> quantiles(WindowInterval interval) {
    return keeper.quantiles(options.table(), statements.windowColumn(), interval);
  }

  /** Reads ranges, one COPY each, on one worker. */
  void read(List<RowRange> ranges, RowEncoder rows, CancellationToken cancellation) {
    cancellation.throwIfCancelled();
    try {
      workers.use(
          cancellation,
          worker -> {
            for (RowRange range : ranges) {
              worker.copy(statement(range, rows), reader(rows));
            }
            worker.assertSameTable(options.table(), admitted.table());
          });
    } catch (SQLException | IOException | RuntimeException e) {
      throw cancellation.isCancelled()
          ? SourceFailures.cancelled(e)
          : failure(e, ranges, cancellation);
    }
  }

  private WindowException failure(
      Exception e, List<RowRange> ranges, CancellationToken cancellation) {
    if (isNotUtf8(e)) {
      Optional<SourceColumn> column = columnThatIsNotUtf8(ranges, cancellation);
      if (column.isPresent()) {
        return failures.notUtf8((SQLException) e, column.get());
      }
    }
    return failures.of(e, keeper::isAlive);
  }

  private static boolean isNotUtf8(Exception e) {
    return e instanceof SQLException sql && Verdict.of(sql.getSQLState()) == Verdict.NOT_UTF8;
  }

  /**
   * PostgreSQL does not say which column it could not send, so each is read by itself until it
   * happens again. Empty when that fails for another reason or does not happen again.
   */
  private Optional<SourceColumn> columnThatIsNotUtf8(
      List<RowRange> ranges, CancellationToken cancellation) {
    for (SourceColumn column : admitted.columns()) {
      try {
        workers.use(
            cancellation,
            worker -> {
              for (RowRange range : ranges) {
                worker.drain(statements.only(column, range));
              }
            });
      } catch (SQLException | IOException | RuntimeException e) {
        return isNotUtf8(e) ? Optional.of(column) : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private String statement(RowRange range, RowEncoder rows) {
    return admitted.guarded()
        ? statements.guarded(range, rows.maxEncodedBytes())
        : statements.plain(range);
  }

  private BinaryCopyReader reader(RowEncoder rows) {
    int maxRowBytes = (int) Math.min(MAX_ARRAY, rows.maxEncodedBytes() + BOUNDED_COLUMNS_BYTES);
    return new BinaryCopyReader(admitted.decoders(), admitted.guarded(), maxRowBytes, rows);
  }

  @Override
  public void close() {
    sessions.refuseMore();
    workers.close();
    keeper.close();
  }
}
