package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import java.math.BigInteger;
import java.nio.file.Path;
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
    Path plots = world.options().plots();
    List<SvgPlot.Point> byRows = new ArrayList<>();
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("against", "", "s whole run"));
    for (int part : new int[] {1000, 100, 10, 1}) {
      Duration window = Shape.WINDOW_LENGTH.dividedBy(part);
      double seconds = median(source, Route.config(window, window, world.options().connections()));
      double rows = (double) source.rows() / part;
      byRows.add(new SvgPlot.Point(rows, seconds));
      lines.add(List.of("window rows", Figures.whole(rows), Figures.decimal(seconds, 3)));
    }
    List<SvgPlot.Point> byWorkers = new ArrayList<>();
    for (int workers : new int[] {1, 2, 4, 8}) {
      double seconds =
          median(source, Route.config(Shape.WINDOW_LENGTH, Duration.ofDays(1), workers));
      byWorkers.add(new SvgPlot.Point(workers, seconds));
      lines.add(List.of("parallelism", Integer.toString(workers), Figures.decimal(seconds, 3)));
    }
    List<SvgPlot.Point> byChunks = new ArrayList<>();
    Source empty = Source.create(world.source(), Shapes.NARROW, "narrow_no_rows", 0);
    for (int chunks : world.options().chunkCounts()) {
      Duration chunk = Shape.WINDOW_LENGTH.dividedBy(chunks);
      double seconds =
          once(
              empty,
              new RowSet(0, BigInteger.ZERO),
              Route.config(Shape.WINDOW_LENGTH, chunk, world.options().connections()));
      byChunks.add(new SvgPlot.Point(chunks, seconds));
      lines.add(
          List.of("empty chunks", Figures.whole((double) chunks), Figures.decimal(seconds, 3)));
    }
    world.report().heading("Whole runs as they grow");
    world.report().table(lines);
    new SvgPlot("A whole run", "rows of the window", "seconds")
        .line("2 workers", byRows)
        .write(plots.resolve("window-rows.svg"));
    new SvgPlot("A whole run of all rows", "workers", "seconds")
        .line("7 chunks", byWorkers)
        .write(plots.resolve("parallelism.svg"));
    new SvgPlot("A whole run of an empty window", "chunks", "seconds")
        .line("2 workers", byChunks)
        .write(plots.resolve("chunks.svg"));
  }

  private double median(Source from, RollingWindowConfig config) throws Exception {
    RowSet rows = rowsIn(from, config);
    List<Double> seconds = new ArrayList<>();
    for (int i = 0; i < RUNS; i++) {
      seconds.add(once(from, rows, config));
    }
    return Medians.of(seconds, Double::doubleValue);
  }

  private RowSet rowsIn(Source from, RollingWindowConfig config) throws Exception {
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      return from.rowsIn(length(config), clickHouse);
    }
  }

  private double once(Source from, RowSet rows, RollingWindowConfig config) throws Exception {
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      PublishedTarget target =
          PublishedTarget.create(clickHouse, from, rows, Targets.BY_DAY, 0, length(config));
      try (Route route = target.route(world)) {
        Phases phases = new Phases();
        route.run(config, phases);
        target.check("a run of " + config);
        world.report().progress(config + ": " + phases.total() + " s");
        return phases.total();
      }
    }
  }

  private static Duration length(RollingWindowConfig config) {
    return Duration.between(config.interval().start(), config.interval().end());
  }
}
