package io.rollingwindow.it.bench;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import io.rollingwindow.it.bench.BenchOptions.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The benchmark. It starts the servers, makes its data, lets every contender do the same work in
 * turn, prints medians and ratios, and draws the plots of the scaling curves; a run of all parts
 * leaves its report beside them. It ends with an error when any table does not hold exactly the
 * rows that it has to.
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
    Path written = options.output().resolve("report.md");
    try (Report report = new Report(written);
        BenchServers servers = BenchServers.start()) {
      BenchWorld world =
          new BenchWorld(
              options,
              servers,
              servers.servers().postgres().freshDatabase(),
              new Meter(servers.processes()),
              report);
      Machine.describe(report);
      Set<Part> parts = options.parts();
      Source narrow = Source.create(world.source(), Shapes.NARROW, "narrow", options.narrowRows());
      Source wide = Source.create(world.source(), Shapes.WIDE, "wide", options.wideRows());
      if (parts.contains(Part.NARROW)) {
        new MovingRows(world, narrow).run();
      }
      if (parts.contains(Part.WIDE)) {
        new MovingRows(world, wide).run();
      }
      if (parts.contains(Part.OVERHEAD)) {
        new Overhead(world).run();
      }
      if (parts.contains(Part.TARGETS)) {
        new Targets(world).run();
      }
      if (parts.contains(Part.SCALING)) {
        new Scaling(world, narrow).run();
      }
      if (parts.contains(Part.SMALL_HEAP)) {
        SmallHeap.run(world, List.of(narrow, wide));
      }
    }
    if (options.parts().equals(EnumSet.allOf(Part.class))) {
      // The figures belong to the plots, which are all drawn anew as well.
      Files.copy(written, options.plots().resolve("report.md"), REPLACE_EXISTING);
    }
  }
}
