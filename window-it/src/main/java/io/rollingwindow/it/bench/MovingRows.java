package io.rollingwindow.it.bench;

import com.clickhouse.data.ClickHouseFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Moves all rows of one table, in every way there is. */
final class MovingRows {

  private static final int JDBC_SHARE = 10;

  private final BenchWorld world;
  private final Source source;

  MovingRows(BenchWorld world, Source source) {
    this.world = world;
    this.source = source;
  }

  void run() throws Exception {
    BenchOptions options = world.options();
    Report report = world.report();
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      Staging staging = new Staging(clickHouse, source.shape(), "stage");
      TableFunctionInsert oneLiner = new TableFunctionInsert(source, staging);
      oneLiner.prepare();
      oneLiner.run();
      staging.expectThis();
      FileInsert rowBinary = FileInsert.of(staging, ClickHouseFormat.RowBinary, options.output());
      FileInsert nativeFile = FileInsert.of(staging, ClickHouseFormat.Native, options.output());

      List<Contender> contenders = new ArrayList<>();
      contenders.add(new CopyIntoNothing(source, 1));
      contenders.add(new CopyIntoNothing(source, options.connections()));
      contenders.add(rowBinary);
      contenders.add(nativeFile);
      contenders.add(oneLiner);
      contenders.add(new JdbcBatches(source, staging, JDBC_SHARE));
      List<Result> results = new Race(world.meter(), report, options.repeats()).run(contenders);

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
