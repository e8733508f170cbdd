package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.WindowListener;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Whole runs against the rows of the window, the parallelism and the number of chunks. */
final class Scaling {

  private static final int RUNS = 3;

  private final BenchWorld world;
  private final Source source;

  Scaling(BenchWorld world, Source source) {
    this.world = world;
    this.source = source;
  }

  void run() throws Exception {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("against", "", "s whole run", "CPU s: ours, PostgreSQL, ClickHouse"));
    againstRows(lines);
    againstWorkers(lines);
    againstChunks(lines);
    world.report().heading("Whole runs as they grow");
    world.report().table(lines);
  }

  private void againstRows(List<List<String>> lines) throws Exception {
    List<SvgPlot.Point> points = new ArrayList<>();
    for (int part : new int[] {1000, 100, 10, 1}) {
      Duration window = Shape.WINDOW_LENGTH.dividedBy(part);
      Result result =
          runs(source, RUNS, Route.config(window, window, world.options().connections()));
      points.add(new SvgPlot.Point((double) source.rows() / part, result.seconds()));
      lines.add(line("window rows", (double) source.rows() / part, result));
    }
    new SvgPlot("A whole run", "rows of the window", "seconds")
        .line(Figures.count(world.options().connections(), "worker"), points)
        .write(world.options().plots().resolve("window-rows.svg"));
  }

  private void againstWorkers(List<List<String>> lines) throws Exception {
    List<SvgPlot.Point> points = new ArrayList<>();
    for (int workers : new int[] {1, 2, 4, 8}) {
      Result result =
          runs(source, RUNS, Route.config(Shape.WINDOW_LENGTH, Duration.ofDays(1), workers));
      points.add(new SvgPlot.Point(workers, result.seconds()));
      lines.add(line("parallelism", workers, result));
    }
    new SvgPlot("A whole run of all rows", "workers", "seconds")
        .line("7 chunks", points)
        .write(world.options().plots().resolve("parallelism.svg"));
  }

  private void againstChunks(List<List<String>> lines) throws Exception {
    Source empty = Source.create(world.source(), Shapes.NARROW, "narrow_no_rows", 0);
    List<SvgPlot.Point> points = new ArrayList<>();
    for (int chunks : world.options().chunkCounts()) {
      Duration chunk = Shape.WINDOW_LENGTH.dividedBy(chunks);
      Result result =
          runs(empty, 1, Route.config(Shape.WINDOW_LENGTH, chunk, world.options().connections()));
      points.add(new SvgPlot.Point(chunks, result.seconds()));
      lines.add(line("empty chunks", chunks, result));
    }
    new SvgPlot("A whole run of an empty window", "chunks", "seconds")
        .line(Figures.count(world.options().connections(), "worker"), points)
        .write(world.options().plots().resolve("chunks.svg"));
  }

  private static List<String> line(String against, double amount, Result result) {
    return List.of(
        against,
        Figures.whole(amount),
        Figures.decimal(result.seconds(), 3),
        Figures.each(role -> Figures.decimal(result.cpuSeconds(role), 2)));
  }

  private Result runs(Source from, int repeats, RollingWindowConfig config) throws Exception {
    List<Usage> usages = new ArrayList<>();
    Duration length = Duration.between(config.interval().start(), config.interval().end());
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      RowSet rows = from.rowsIn(length, clickHouse);
      PublishedTarget target =
          PublishedTarget.create(
              clickHouse, from, rows, Targets.Partitions.BY_DAY.expression(), 0, length);
      try (Route route = target.route(world)) {
        for (int i = 0; i < repeats; i++) {
          Usage usage =
              world.meter().measure(() -> route.run(config, WindowListener.NOOP).windowRows());
          target.check("a run of " + config);
          clickHouse.dropOwned();
          world.report().progress(config + ": " + usage.seconds() + " s");
          usages.add(usage);
        }
      }
    }
    return new Result(config.toString(), usages);
  }
}
