package io.rollingwindow.it.bench;

import io.rollingwindow.RollingWindowConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What a run costs besides moving rows: small windows into a small target. */
final class Overhead {

  private static final int WARM_UPS = 5;
  private static final long TARGET_ROWS = 100_000;
  private static final long SMALL_WINDOW = 10_000;

  private final BenchWorld world;

  Overhead(BenchWorld world) {
    this.world = world;
  }

  void run() throws Exception {
    Source empty = Source.create(world.source(), Shapes.NARROW, "narrow_empty", 0);
    Source small = Source.create(world.source(), Shapes.NARROW, "narrow_small", SMALL_WINDOW);
    List<List<String>> lines = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("target", "window", "chunks"));
    for (Phases.Phase phase : Phases.Phase.values()) {
      names.add("ms " + phase.title());
    }
    names.addAll(List.of("ms in all", "statements to ClickHouse", "to PostgreSQL"));
    lines.add(names);
    for (Targets.Partitions partitions : Targets.Partitions.values()) {
      for (Source source : List.of(empty, small)) {
        lines.add(measure(partitions, source, Shape.WINDOW_LENGTH));
        lines.add(measure(partitions, source, Duration.ofDays(1)));
      }
    }
    world
        .report()
        .heading(
            String.format(
                java.util.Locale.ROOT,
                "A whole run besides moving rows: small windows into %,d rows of one year",
                TARGET_ROWS));
    world.report().table(lines);
  }

  private List<String> measure(Targets.Partitions partitions, Source source, Duration chunk)
      throws Exception {
    int workers = world.options().connections();
    RollingWindowConfig config = Route.config(Shape.WINDOW_LENGTH, chunk, workers);
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      PublishedTarget target =
          PublishedTarget.create(
              clickHouse,
              source,
              source.rowsIn(Shape.WINDOW_LENGTH, clickHouse),
              partitions.expression(),
              TARGET_ROWS,
              Shape.WINDOW_LENGTH);
      try (Route route = target.route(world)) {
        List<Phases> runs = new ArrayList<>();
        for (int i = 0; i < WARM_UPS + world.options().repeats(); i++) {
          Phases phases = new Phases();
          route.run(config, phases);
          if (i >= WARM_UPS) {
            runs.add(phases);
          }
          world.report().progress("small window: " + phases.total() + " s");
        }
        try (TraceCounter toPostgres = TraceCounter.postgresStatements();
            TraceCounter toClickHouse = TraceCounter.clickHouseRequests()) {
          route.run(config, new Phases());
          return line(partitions, source, config, runs, toClickHouse.count(), toPostgres.count());
        } finally {
          target.check("a small window");
        }
      }
    }
  }

  private static List<String> line(
      Targets.Partitions partitions,
      Source source,
      RollingWindowConfig config,
      List<Phases> runs,
      long toClickHouse,
      long toPostgres) {
    List<String> line = new ArrayList<>();
    line.add(partitions.title());
    line.add(source.rows() + " rows");
    line.add(Integer.toString(config.grid().count()));
    line.addAll(
        List.of(Phases.Phase.values()).stream()
            .map(phase -> Figures.whole(1000 * Medians.of(runs, run -> run.seconds(phase))))
            .collect(Collectors.toList()));
    line.add(Figures.whole(1000 * Medians.of(runs, Phases::total)));
    line.add(Long.toString(toClickHouse));
    line.add(Long.toString(toPostgres));
    return line;
  }
}
