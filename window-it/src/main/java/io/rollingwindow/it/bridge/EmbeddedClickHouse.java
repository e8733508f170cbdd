package io.rollingwindow.it.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A ClickHouse engine in a process of its own, reached over HTTP.
 *
 * <p>It can be killed and started again on the same data, and keeps its port. It ends with the
 * process that started it, however that one ends.
 */
public final class EmbeddedClickHouse implements AutoCloseable {

  private static final Duration START_WITHIN = Duration.ofSeconds(60);
  private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

  private final int port = ServerPort.pick();

  // Tests kill the server from a thread other than the one that works with it.
  private volatile ClickHouseOptions options;
  private volatile Process process;

  private EmbeddedClickHouse(ClickHouseOptions options) {
    this.options = options;
  }

  /** Starts a server and returns when it answers. */
  public static EmbeddedClickHouse start(ClickHouseOptions options) {
    EmbeddedClickHouse server = new EmbeddedClickHouse(options);
    server.launch();
    return server;
  }

  /** The address that the server listens on. */
  public String host() {
    return "127.0.0.1";
  }

  /** The port of the HTTP interface. */
  public int port() {
    return port;
  }

  /** How the server is set up. */
  public ClickHouseOptions options() {
    return options;
  }

  /** What the engine and its process say of themselves. */
  public Path logFile() {
    return options.directory().resolve("server.log");
  }

  /** Whether the process runs. */
  public boolean isRunning() {
    return process.isAlive();
  }

  /** The id of the server's process. */
  public long pid() {
    return process.pid();
  }

  /** Kills the process at once, as a power cut would: nothing is flushed, nothing is closed. */
  public void kill() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Stops the server if it runs, and starts it again on the same data and port. */
  public void restart() {
    restart(options);
  }

  /** Starts the server again on the same data and port, set up in another way. */
  public void restart(ClickHouseOptions changed) {
    if (!changed.directory().equals(options.directory())) {
      throw new IllegalArgumentException("A restarted server keeps its directory");
    }
    close();
    options = changed;
    launch();
  }

  /** Stops the server in an orderly way, and by force if that takes too long. */
  @Override
  public void close() {
    try {
      process.getOutputStream().close();
    } catch (IOException e) {
      // A broken pipe: the process is gone already.
      process.destroyForcibly();
    }
    awaitExit();
  }

  private void awaitExit() {
    try {
      if (!process.waitFor(STOP_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        process.waitFor(STOP_WITHIN.toSeconds(), TimeUnit.SECONDS);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }

  private void launch() {
    try {
      Path config = ServerFiles.write(options);
      Path data = Files.createDirectories(options.directory().resolve("data"));
      ProcessBuilder builder = new ProcessBuilder(command(options.directory()));
      Map<String, String> environment = builder.environment();
      environment.put("CLASSPATH", System.getProperty("java.class.path"));
      environment.put("TZ", options.timezone().map(ZoneId::getId).orElse("UTC"));
      new BridgeOptions(
              EngineLibrary.find().toString(),
              data.toString(),
              config.toString(),
              port,
              options.receiveTimeout(),
              options.user(),
              options.password())
          .toEnvironment(environment);
      process = builder.start();
      BoundedLog.follow(process.getErrorStream(), logFile(), "clickhouse-log");
      awaitReady();
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded ClickHouse cannot be started", e);
    }
  }

  private static List<String> command(Path directory) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    // The engine runs on the threads that call it and measures how deep it may recurse.
    command.add("-Xss8m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:ErrorFile=" + directory.resolve("crash.log"));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add(BridgeMain.class.getName());
    return command;
  }

  private void awaitReady() {
    CompletableFuture<Void> ready = new CompletableFuture<>();
    Thread reader = new Thread(() -> readOutput(process, ready), "clickhouse-output");
    reader.setDaemon(true);
    reader.start();
    try {
      ready.get(START_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException e) {
      process.destroyForcibly();
      throw new IllegalStateException("The embedded ClickHouse did not start; see " + logFile(), e);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the embedded ClickHouse started", e);
    }
  }

  private static void readOutput(Process process, CompletableFuture<Void> ready) {
    try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.equals(BridgeMain.READY)) {
          ready.complete(null);
        }
      }
      ready.completeExceptionally(new IOException("The process ended before it was ready"));
    } catch (IOException e) {
      ready.completeExceptionally(e);
    }
  }
}
