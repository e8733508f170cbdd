package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Publishes the same window into targets of growing size, partitioned by day and by month. */
final class Targets {

  /** How a target is partitioned. */
  enum Partitions {
    /** A partition for each day. */
    BY_DAY("by day", "toYYYYMMDD(at)"),
    /** A partition for each month. */
    BY_MONTH("by month", "toYYYYMM(at)");

    private final String title;
    private final String expression;

    Partitions(String title, String expression) {
      this.title = title;
      this.expression = expression;
    }

    String title() {
      return title;
    }

    String expression() {
      return expression;
    }
  }

  private static final long WINDOW_ROWS = 100_000;
  private static final int RUNS = 3;

  private final BenchWorld world;

  Targets(BenchWorld world) {
    this.world = world;
  }

  void run() throws Exception {
    Source source = Source.create(world.source(), Shapes.NARROW, "narrow_window", WINDOW_ROWS);
    List<List<String>> lines = new ArrayList<>();
    lines.add(
        List.of(
            "partitions",
            "target rows",
            "s generation",
            "s proof and exchange",
            "s both",
            "to the smallest",
            "s whole run"));
    SvgPlot plot = new SvgPlot("Publishing a window of 7 days", "rows of the target", "seconds");
    for (Partitions partitions : Partitions.values()) {
      List<SvgPlot.Point> points = new ArrayList<>();
      for (long rows : world.options().targetRows()) {
        List<Phases> runs = measure(source, partitions.expression(), rows);
        points.add(new SvgPlot.Point(rows, Medians.of(runs, Phases::publication)));
        lines.add(line(partitions.title(), rows, runs, points));
      }
      plot.line(partitions.title(), points);
    }
    world
        .report()
        .heading(
            String.format(
                Locale.ROOT, "Publishing a window of 7 days and %,d rows, one year", WINDOW_ROWS));
    world.report().table(lines);
    plot.write(world.options().plots().resolve("target-rows.svg"));
  }

  private List<Phases> measure(Source source, String partitionBy, long rows) throws Exception {
    RollingWindowConfig config =
        Route.config(Shape.WINDOW_LENGTH, Duration.ofDays(1), world.options().connections());
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      PublishedTarget target =
          PublishedTarget.create(
              clickHouse,
              source,
              source.rowsIn(Shape.WINDOW_LENGTH, clickHouse),
              partitionBy,
              rows,
              Shape.WINDOW_LENGTH);
      try (Route route = target.route(world)) {
        List<Phases> runs = new ArrayList<>();
        for (int i = 0; i <= RUNS; i++) {
          Phases phases = new Phases();
          route.run(config, phases);
          if (i > 0) {
            runs.add(phases);
          }
          world
              .report()
              .progress(rows + " rows " + partitionBy + ": " + phases.publication() + " s");
        }
        target.check("a target of " + rows + " rows " + partitionBy);
        return runs;
      }
    }
  }

  private static List<String> line(
      String partitions, long rows, List<Phases> runs, List<SvgPlot.Point> points) {
    return List.of(
        partitions,
        Figures.whole((double) rows),
        Figures.decimal(Medians.of(runs, run -> run.seconds(Phases.Phase.PREPARE)), 3),
        Figures.decimal(Medians.of(runs, run -> run.seconds(Phases.Phase.PUBLISH)), 3),
        Figures.decimal(Medians.of(runs, Phases::publication), 3),
        Figures.decimal(points.get(points.size() - 1).y() / points.get(0).y(), 2),
        Figures.decimal(Medians.of(runs, Phases::total), 3));
  }
}
