package io.rollingwindow.it.crash;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.PostgresEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A process of its own that carries out one call of one invocation. It can be told to hold at a
 * moment: it says so on its output and waits until it is let go on or killed.
 */
public final class RefreshProcess implements AutoCloseable {

  private static final Duration LONGEST = Duration.ofSeconds(90);

  /** The exit value of a process that SIGKILL ended: 128 and the number of the signal. */
  private static final int KILLED = 137;

  private static final String STARTED = "started";
  private static final String HOLDING = "holding";
  private static final String DONE = "done";

  private final Process process;
  private final BufferedReader output;

  private RefreshProcess(Process process) {
    this.process = process;
    this.output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
  }

  /** Starts one that holds at a moment, or nowhere. */
  public static RefreshProcess start(Refresh refresh, String invocationId, Optional<Moment> hold)
      throws IOException {
    return start(List.of(), refresh, invocationId, hold);
  }

  /** Starts one in which no file can grow beyond a size, as if its disk were full. */
  public static RefreshProcess startWithSmallFiles(
      Refresh refresh, String invocationId, int largestKilobytes) throws IOException {
    String limit = "ulimit -f " + largestKilobytes + " && exec \"$@\"";
    return start(List.of("bash", "-c", limit, "bash"), refresh, invocationId, Optional.empty());
  }

  private static RefreshProcess start(
      List<String> prefix, Refresh refresh, String invocationId, Optional<Moment> hold)
      throws IOException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    command.add(RefreshProcess.class.getName());
    PostgresEndpoint postgres = refresh.route().postgres();
    ClickHouseEndpoint clickHouse = refresh.route().clickHouse();
    command.addAll(
        List.of(
            postgres.host(),
            Integer.toString(postgres.port()),
            postgres.database(),
            clickHouse.host(),
            Integer.toString(clickHouse.port()),
            clickHouse.database(),
            refresh.folder().toString(),
            invocationId,
            hold.map(Moment::name).orElse("")));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    builder.environment().put("POSTGRES_LOGIN", postgres.user() + "\n" + postgres.password());
    builder.environment().put("CLICKHOUSE_LOGIN", clickHouse.user() + "\n" + clickHouse.password());
    builder.redirectError(refresh.folder().resolve("child.log").toFile());
    return new RefreshProcess(builder.start());
  }

  /** The process itself. */
  public static void main(String[] args) {
    String[] postgres = System.getenv("POSTGRES_LOGIN").split("\n", -1);
    String[] clickHouse = System.getenv("CLICKHOUSE_LOGIN").split("\n", -1);
    EventsRoute route =
        new EventsRoute(
            new PostgresEndpoint(
                args[0], Integer.parseInt(args[1]), args[2], postgres[0], postgres[1]),
            new ClickHouseEndpoint(
                args[3], Integer.parseInt(args[4]), args[5], clickHouse[0], clickHouse[1]));
    Optional<Moment> hold =
        args[8].isEmpty() ? Optional.empty() : Optional.of(Moment.valueOf(args[8]));
    say(STARTED);
    ProcessResult result =
        new Refresh(route, Path.of(args[6]))
            .run(
                args[7],
                store ->
                    new WatchedStore(store, moment -> hold.ifPresent(at -> holdAt(at, moment))),
                WindowListener.NOOP);
    say(DONE + " " + result.rollingWindow().runId());
  }

  private static void holdAt(Moment wanted, Moment now) {
    if (wanted == now) {
      say(HOLDING);
      try {
        if (System.in.read() < 0) {
          throw new IllegalStateException("The process was held and its starter is gone");
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }

  /** Returns once the process has a running JVM and begins to compose. */
  public void awaitStarted() throws IOException {
    await(STARTED);
  }

  /** Returns once the process holds at its moment. */
  public void awaitHolding() throws IOException {
    await(HOLDING);
  }

  /** Returns once the refresh has succeeded. */
  public void awaitDone() throws IOException {
    await(DONE);
  }

  private void await(String word) throws IOException {
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(word)) {
        return;
      }
    }
    throw new IllegalStateException("The process ended before it was " + word);
  }

  /** Waits for the end, whatever it is. */
  public int awaitExit() throws InterruptedException {
    if (!process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException("The process does not end");
    }
    return process.exitValue();
  }

  /** Lets it run for a while at most. */
  public void runFor(Duration time) throws InterruptedException {
    process.waitFor(time.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Sends SIGKILL and returns when the process is gone.
   *
   * @return whether that was its end; false when it had come to one by itself
   */
  public boolean kill() throws InterruptedException {
    process.destroyForcibly();
    return awaitExit() == KILLED;
  }

  /** Lets it go on from where it holds, as soon as it runs. */
  public void goOn() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  /** Sends a signal by its name. */
  public void signal(String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (kill.waitFor() != 0) {
      throw new IllegalStateException("The signal could not be sent");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
