package io.rollingwindow.it.demo;

import com.clickhouse.client.api.Client;
import io.rollingwindow.PreflightReport;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowDetails;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.callbacks.HtmlEvidence;
import io.rollingwindow.it.crash.Refresh;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsSource;
import io.rollingwindow.it.events.EventsTarget;
import io.rollingwindow.it.guard.FileLockGuard;
import io.rollingwindow.it.servers.Servers;
import io.rollingwindow.it.verify.MultisetComparison;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * Refreshes seven days of a million rows by the day on real servers, checks every row, repeats the
 * invocation, refreshes again after the source changed, and once more by a process that is killed
 * on the way.
 */
public final class Demo {

  private static final int SOURCE_ROWS = 1_200_000;
  private static final int TARGET_ROWS = 300_000;
  private static final int LATE_ROWS = 20_000;

  private final EventsRoute route;
  private final Refresh refresh;
  private final Path pages;
  private final PrintStream out;

  private Demo(EventsRoute route, Path folder, Path pages, PrintStream out) {
    this.route = route;
    this.refresh = new Refresh(route, folder);
    this.pages = pages;
    this.out = out;
  }

  /**
   * Runs the demo.
   *
   * @param args the folder that evidence pages are left in
   * @throws Exception when anything is not as promised
   */
  public static void main(String[] args) throws Exception {
    // Kept in variables: the logging system forgets loggers that nobody holds.
    Logger postgres = Logger.getLogger("io.zonky");
    postgres.setLevel(Level.WARNING);
    Logger lookingForDocker = Logger.getLogger("org.testcontainers");
    lookingForDocker.setLevel(Level.OFF);
    PrintStream out = System.out;
    out.println("Starting PostgreSQL and ClickHouse ...");
    Path folder = Files.createTempDirectory("rollingwindow-demo");
    try (Servers servers = Servers.start()) {
      EventsRoute route =
          new EventsRoute(servers.postgres().freshDatabase(), servers.clickHouse().freshDatabase());
      new Demo(route, folder, Files.createDirectories(Path.of(args[0])), out).run();
    } finally {
      delete(folder);
    }
  }

  private void run() throws Exception {
    makeTables();
    Map<String, Object> manifest = DemoManifest.read();
    RollingWindowConfig config =
        RollingWindowConfig.fromManifest(manifest, RollingWindowConfig.intervalEnd(manifest));
    try (SqliteWindowStore store = SqliteWindowStore.open(refresh.journal());
        Client bulk = route.clickHouse().client().build()) {
      RollingWindowRuntime runtime = compose(store, bulk);

      title("Dry run: what it would do, and what stands in the way");
      print(runtime.preflight(config));

      title("First invocation: " + config);
      ProcessResult first = runtime.run(config, "demo-1");
      print(first);
      check();

      title("The same invocation again: nothing is done, the same result");
      ProcessResult again = runtime.run(config, "demo-1");
      print(again);
      require(again.equals(first), "a repeat returns the stored result");

      title("Second invocation, after late rows came and others went");
      try (Connection connection = route.postgres().connect()) {
        EventsSource.change(connection, 1, LATE_ROWS);
      }
      print(runtime.run(config, "demo-2"));
      check();
    }

    title("Third invocation, after more late rows: killed on the way");
    try (Connection connection = route.postgres().connect()) {
      EventsSource.change(connection, 2, LATE_ROWS);
    }
    ProcessResult recovered = new KilledRefresh(refresh, out).run("demo-3").result();
    print(recovered);
    check();

    title("Evidence of the third invocation, beside the pages of the first two");
    out.println(left(recovered));
    out.println();
    out.println("Everything was as promised.");
  }

  private void makeTables() throws SQLException {
    out.println("Filling the tables ...");
    route.create(SOURCE_ROWS, TARGET_ROWS, EventsTarget.Layout.BY_DAY);
    try (Connection target = route.clickHouse().connect()) {
      out.printf(
          "The target holds %,d rows in the window and %,d outside of it.%n",
          EventsTarget.windowRows(target), EventsTarget.outsideRows(target));
    }
  }

  private RollingWindowRuntime compose(SqliteWindowStore store, Client bulk) {
    return RollingWindowRuntime.builder()
        .routeId(EventsRoute.ROUTE_ID)
        .source(route.source())
        .target(route.target(bulk, new FileLockGuard(refresh.folder())))
        .store(store)
        .evidence(
            new HtmlEvidence(pages, EventsRoute.SCHEMA)
                .andThen(
                    (plan, generation, receipts, lease, metrics) ->
                        out.printf(
                            "evidence: %,d rows in %d chunks, digest %s%n",
                            metrics.window().digest().rows(),
                            receipts.size(),
                            metrics.window().digest().toHex())))
        .state((plan, lease) -> out.println("state: advanced to " + plan.interval().end()))
        .listener(new ChunkLines(out))
        .build();
  }

  /** The page of a run, copied to where it outlives the demo. */
  private Path left(ProcessResult result) throws IOException {
    String name = result.rollingWindow().runId() + ".html";
    Path page = refresh.evidence().resolve(name);
    return Files.copy(page, pages.resolve(name)).toAbsolutePath();
  }

  private void print(PreflightReport report) {
    out.printf(
        "%d chunks, %s, about %,d rows to read, %,d rows in the target%n",
        report.chunkCount(),
        report.strategy().map(Enum::name).orElse("no strategy"),
        report.estimatedRows().orElse(0),
        report.targetRows().orElse(0));
    report.notes().forEach(note -> out.println("note: " + note));
    report.findings().forEach(finding -> out.println("finding: " + finding));
  }

  private void print(ProcessResult result) {
    RollingWindowDetails details = result.rollingWindow();
    out.printf(
        "%s: %,d rows in the window, %,d in the whole generation, %.1f s%n",
        result.status(),
        result.windowRows(),
        result.finalRows(),
        result.duration().toNanos() / 1e9);
    out.println("  window      " + details.grid().interval());
    out.println("  chunks      " + details.chunkCount());
    out.println("  run         " + details.runId());
    out.println("  generation  " + details.generation());
    out.println("  fingerprint " + details.fingerprint());
  }

  private void check() throws SQLException {
    MultisetComparison window = route.compareWindow();
    out.println("window, source against target: " + window);
    require(window.equal(), "the window holds the source's rows");
    long differences = route.outsideDifferences();
    out.printf("outside, before against after: %d rows differ in their copies%n", differences);
    require(differences == 0, "rows outside the window are untouched");
  }

  private void title(String text) {
    out.println();
    out.println("--- " + text);
  }

  private static void require(boolean holds, String promise) {
    if (!holds) {
      throw new IllegalStateException("Not as promised: " + promise);
    }
  }

  private static void delete(Path folder) throws IOException {
    List<Path> deepestFirst;
    try (Stream<Path> all = Files.walk(folder)) {
      deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : deepestFirst) {
      Files.delete(path);
    }
  }
}
