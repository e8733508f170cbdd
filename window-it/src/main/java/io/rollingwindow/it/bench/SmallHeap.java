package io.rollingwindow.it.bench;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.PostgresEndpoint;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A whole run in a Java process of its own with a heap of 64 MiB, however large the table is.
 *
 * <p>This class is both sides: it starts the process, and its {@link #main} is what runs there.
 */
final class SmallHeap {

  private static final String HEAP = "-Xmx64m";
  private static final String PREFIX = "WINDOW_IT_BENCH_";
  private static final String TABLE = "target";

  private final BenchWorld world;

  private SmallHeap(BenchWorld world) {
    this.world = world;
  }

  /** Runs the tables one after the other and reports. */
  static void run(BenchWorld world, List<Source> sources) throws Exception {
    world.report().heading("Whole runs with " + HEAP);
    for (Source source : sources) {
      new SmallHeap(world).run(source);
    }
  }

  private void run(Source source) throws Exception {
    try (ClickHouseAccess clickHouse = world.freshClickHouse()) {
      PublishedTarget target =
          PublishedTarget.create(
              clickHouse,
              source,
              source.rowsIn(Shape.WINDOW_LENGTH, clickHouse),
              Targets.Partitions.BY_DAY.expression(),
              0,
              Shape.WINDOW_LENGTH);
      String said = runThere(source, clickHouse.endpoint());
      target.check("a run with a small heap");
      world.report().line("- " + source.shape().name() + " table: " + said);
    }
  }

  private String runThere(Source source, ClickHouseEndpoint clickHouse)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            HEAP,
            SmallHeap.class.getName());
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.put("CLASSPATH", System.getProperty("java.class.path"));
    environment.put(PREFIX + "SHAPE", source.shape().name());
    environment.put(PREFIX + "TABLE", source.table());
    environment.put(PREFIX + "ROWS", Long.toString(source.rows()));
    environment.put(PREFIX + "WORKERS", Integer.toString(world.options().connections()));
    environment.put(PREFIX + "JOURNAL", world.journal().toAbsolutePath().toString());
    PostgresEndpoint postgres = source.endpoint();
    put(environment, "PG", postgres.host(), postgres.port(), postgres.database());
    environment.put(PREFIX + "PG_USER", postgres.user());
    environment.put(PREFIX + "PG_PASSWORD", postgres.password());
    put(environment, "CH", clickHouse.host(), clickHouse.port(), clickHouse.database());
    environment.put(PREFIX + "CH_USER", clickHouse.user());
    environment.put(PREFIX + "CH_PASSWORD", clickHouse.password());
    Process process = builder.start();
    String said =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    if (process.waitFor() != 0) {
      throw new IllegalStateException("The run with a small heap failed: " + said);
    }
    return said;
  }

  private static void put(
      Map<String, String> environment, String server, String host, int port, String database) {
    environment.put(PREFIX + server + "_HOST", host);
    environment.put(PREFIX + server + "_PORT", Integer.toString(port));
    environment.put(PREFIX + server + "_DATABASE", database);
  }

  /**
   * Runs one refresh as the environment says, and prints what it took.
   *
   * @param arguments none
   */
  public static void main(String[] arguments) {
    PostgresEndpoint postgres =
        new PostgresEndpoint(
            told("PG_HOST"),
            Integer.parseInt(told("PG_PORT")),
            told("PG_DATABASE"),
            told("PG_USER"),
            told("PG_PASSWORD"));
    ClickHouseEndpoint clickHouse =
        new ClickHouseEndpoint(
            told("CH_HOST"),
            Integer.parseInt(told("CH_PORT")),
            told("CH_DATABASE"),
            told("CH_USER"),
            told("CH_PASSWORD"));
    Source source =
        new Source(
            postgres, Shapes.named(told("SHAPE")), told("TABLE"), Long.parseLong(told("ROWS")));
    try (Route route = new Route(source, clickHouse, TABLE, Path.of(told("JOURNAL")))) {
      Phases phases = new Phases();
      long rows =
          route
              .run(
                  Route.config(
                      Shape.WINDOW_LENGTH, Duration.ofDays(1), Integer.parseInt(told("WORKERS"))),
                  phases)
              .windowRows();
      System.out.printf(
          Locale.ROOT,
          "%,d rows in %.2f s, the first run of a fresh process%n",
          rows,
          phases.total());
    }
  }

  private static String told(String name) {
    return System.getenv(PREFIX + name);
  }
}
