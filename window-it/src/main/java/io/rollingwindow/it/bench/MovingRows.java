package io.rollingwindow.it.bench;

import com.clickhouse.data.ClickHouseFormat;
import io.rollingwindow.WindowListener;
import io.rollingwindow.spi.HeldLease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Moves all rows of one table, in every way there is. */
final class MovingRows {

  private static final int JDBC_SHARE = 10;

  /** Runs of a small window before the race, because one round leaves most of a run interpreted. */
  private static final int WARM_UPS = 10;

  private static final int WARM_UP_SHARE = 100;

  private final BenchWorld world;
  private final Source source;

  MovingRows(BenchWorld world, Source source) {
    this.world = world;
    this.source = source;
  }

  void run() throws Exception {
    BenchOptions options = world.options();
    Report report = world.report();
    try (ClickHouseAccess clickHouse = world.freshClickHouse();
        ClickHouseAccess published = world.freshClickHouse()) {
      Staging staging = new Staging(clickHouse, source.shape(), "stage", "");
      Staging target =
          new Staging(published, source.shape(), "target", Targets.Partitions.BY_DAY.expression());
      TableFunctionInsert oneLiner = new TableFunctionInsert(source, staging);
      oneLiner.prepare();
      oneLiner.run();
      staging.expectThis();
      staging.empty();
      target.expectAsIn(staging);
      FileInsert rowBinary = FileInsert.of(staging, ClickHouseFormat.RowBinary, options.output());
      FileInsert nativeFile = FileInsert.of(staging, ClickHouseFormat.Native, options.output());
      int workers = options.connections();
      try (Route toStage = new Route(source, clickHouse.endpoint(), "stage", world.journal());
          Route toTarget = new Route(source, published.endpoint(), "target", world.journal())) {
        HeldLease lease = StageRows.lease(toStage);
        warmUp(toTarget, target);
        List<Result> results =
            new Race(world.meter(), report, options.repeats())
                .run(
                    List.of(
                        new CopyIntoNothing(source, 1),
                        new CopyIntoNothing(source, workers),
                        rowBinary,
                        nativeFile,
                        oneLiner,
                        new JdbcBatches(source, staging, JDBC_SHARE),
                        new ReadAndEncode(source, 1),
                        new ReadAndEncode(source, workers),
                        new StageRows(toStage, staging, 1, StageRows.Steps.STAGE_AND_VERIFY, lease),
                        new StageRows(toStage, staging, workers, StageRows.Steps.STAGE, lease),
                        new StageRows(toStage, staging, workers, StageRows.Steps.VERIFY, lease),
                        new StageRows(
                            toStage, staging, workers, StageRows.Steps.STAGE_AND_VERIFY, lease),
                        new TableFunctionInsert(source, target),
                        wholeRun(toTarget, target, Shape.WINDOW_LENGTH, workers),
                        wholeRun(toTarget, target, Duration.ofDays(1), workers)));
        report.heading(
            String.format(
                Locale.ROOT,
                "Moving %,d rows of the %s table, %,.1f MB in RowBinary",
                source.rows(),
                source.shape().name(),
                rowBinary.bytes() / 1e6));
        print(report, results, (double) rowBinary.bytes() / source.rows());
      }
    }
  }

  private static void warmUp(Route route, Staging target) throws Exception {
    Duration window = Shape.WINDOW_LENGTH.dividedBy(WARM_UP_SHARE);
    for (int i = 0; i < WARM_UPS; i++) {
      target.empty();
      route.run(Route.config(window, window, 1), WindowListener.NOOP);
      target.clickHouse().dropOwned();
    }
  }

  private static WholeRun wholeRun(Route route, Staging target, Duration chunk, int workers) {
    return new WholeRun(route, target, Route.config(Shape.WINDOW_LENGTH, chunk, workers));
  }

  private static void print(Report report, List<Result> results, double bytesPerRow) {
    Result floor = results.get(0);
    Result oneLiner = results.get(4);
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "what",
            "s",
            "rows/s",
            "MB/s",
            "to COPY",
            "to one line",
            "CPU s: ours, PostgreSQL, ClickHouse",
            "peak MB: ours, PostgreSQL, ClickHouse",
            "B allocated/row"));
    for (Result result : results) {
      double rowsPerSecond = 1e6 / result.secondsPerMillion();
      lines.add(
          List.of(
              result.name(),
              Figures.decimal(result.seconds(), 2),
              Figures.whole(rowsPerSecond),
              Figures.whole(rowsPerSecond * bytesPerRow / 1e6),
              Figures.decimal(result.ratioTo(floor), 2),
              Figures.decimal(result.ratioTo(oneLiner), 2),
              Figures.each(role -> Figures.decimal(result.cpuSeconds(role), 2)),
              Figures.each(role -> Figures.whole(result.peakBytes(role) / 1e6)),
              Figures.whole(result.allocatedPerRow())));
    }
    report.table(lines);
  }
}
