package io.rollingwindow.it.bench;

import io.rollingwindow.it.bench.BenchOptions.Part;

/**
 * The benchmark. It starts the servers, makes its data, lets every contender do the same work in
 * turn, prints medians and ratios, and draws the plots of the scaling curves. It ends with an error
 * when any table does not hold exactly the rows that it has to.
 */
public final class BenchMain {

  private BenchMain() {}

  /**
   * Runs the benchmark.
   *
   * @param arguments options as {@code name=value}, see {@link BenchOptions}
   * @throws Exception when a part fails, or rows are not what they have to be
   */
  public static void main(String[] arguments) throws Exception {
    BenchOptions options = BenchOptions.parse(String.join(" ", arguments));
    try (Report report = new Report(options.output().resolve("report.md"));
        BenchServers servers = BenchServers.start()) {
      BenchWorld world =
          new BenchWorld(
              options,
              servers,
              servers.servers().postgres().freshDatabase(),
              new Meter(servers.processes()),
              report);
      Machine.describe(report);
      if (options.parts().contains(Part.NARROW)) {
        new MovingRows(
                world, Source.create(world.source(), Shapes.NARROW, "narrow", options.narrowRows()))
            .run();
      }
      if (options.parts().contains(Part.WIDE)) {
        new MovingRows(
                world, Source.create(world.source(), Shapes.WIDE, "wide", options.wideRows()))
            .run();
      }
    }
  }
}
