package io.rollingwindow.it.servers;

import io.rollingwindow.it.bridge.ServerPort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A PostgreSQL server on this machine, in a folder of its own, which is removed in the end. */
public final class EmbeddedPostgresServer implements PostgresServer, Killable {

  private static final Duration START_WITHIN = Duration.ofSeconds(60);
  private static final Duration DIE_WITHIN = Duration.ofSeconds(20);
  private static final Duration CATCH_UP_WITHIN = Duration.ofSeconds(30);
  private static final String USER = "postgres";

  private final PostgresVersion version;
  private final Map<String, String> settings;
  private final Path folder;
  private final int port;
  private EmbeddedPostgres process;

  private EmbeddedPostgresServer(
      PostgresVersion version, Map<String, String> settings, Path folder, int port) {
    this.version = version;
    this.settings = new LinkedHashMap<>(settings);
    this.folder = folder;
    this.port = port;
  }

  /** Starts a server of the current major. */
  public static EmbeddedPostgresServer start() {
    return start(PostgresVersion.V18, Map.of());
  }

  /** Starts a server of a major version, with settings of its configuration. */
  public static EmbeddedPostgresServer start(
      PostgresVersion version, Map<String, String> settings) {
    EmbeddedPostgresServer server =
        new EmbeddedPostgresServer(
            version, settings, ScratchFolder.create("postgres"), ServerPort.pick());
    server.launch();
    return server;
  }

  @Override
  public PostgresEndpoint endpoint() {
    // The server trusts every local connection, so the password is as good as any.
    return new PostgresEndpoint("localhost", port, "postgres", USER, USER);
  }

  @Override
  public Optional<Killable> killable() {
    return Optional.of(this);
  }

  @Override
  public void kill() {
    ProcessHandle postmaster =
        ProcessHandle.of(postmasterPid())
            .orElseThrow(() -> new IllegalStateException("The server is not running"));
    postmaster.destroyForcibly();
    try {
      postmaster.onExit().get(DIE_WITHIN.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("The server does not die", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the server died", e);
    }
  }

  @Override
  public void restart() {
    stop();
    launch();
  }

  /**
   * Makes a hot standby of this server that follows it, and starts it.
   *
   * <p>The server is down for a moment, since the standby begins as a copy of its files.
   */
  public EmbeddedPostgresServer startStandby() {
    EmbeddedPostgresServer standby =
        new EmbeddedPostgresServer(
            version, settings, ScratchFolder.create("postgres"), ServerPort.pick());
    stop();
    try {
      copy(data(), standby.data());
      Files.writeString(standby.data().resolve("standby.signal"), "");
      standby.settings.put(
          "primary_conninfo", "'host=localhost port=" + port + " user=" + USER + "'");
    } catch (IOException e) {
      throw new UncheckedIOException("The files of the standby cannot be made", e);
    } finally {
      launch();
    }
    standby.launch();
    return standby;
  }

  /**
   * Waits until this standby has replayed all that the primary has written by now.
   *
   * @return whether it did so in time
   */
  public boolean catchUpWith(EmbeddedPostgresServer primary) throws SQLException {
    try (Connection there = primary.endpoint().connect();
        Statement asks = there.createStatement();
        ResultSet position = asks.executeQuery("SELECT pg_current_wal_lsn()")) {
      position.next();
      return replayed(position.getString(1));
    }
  }

  private boolean replayed(String position) throws SQLException {
    long deadline = System.nanoTime() + CATCH_UP_WITHIN.toNanos();
    try (Connection here = endpoint().connect();
        PreparedStatement asks =
            here.prepareStatement("SELECT pg_last_wal_replay_lsn() >= ?::pg_lsn, pg_sleep(0.02)")) {
      asks.setString(1, position);
      while (System.nanoTime() < deadline) {
        try (ResultSet result = asks.executeQuery()) {
          if (result.next() && result.getBoolean(1)) {
            return true;
          }
        }
      }
      return false;
    }
  }

  @Override
  public void close() {
    stop();
    ScratchFolder.removeIfScratch(folder);
  }

  private Path data() {
    return folder.resolve("data");
  }

  private void launch() {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setPgBinaryResolver(version.binaries())
            .setDataDirectory(data())
            .setCleanDataDirectory(false)
            .setLocaleConfig("locale", "C")
            .setPGStartupWait(START_WITHIN)
            .setPort(port)
            // Off by default here, and then a killed server forgets what it had committed.
            .setServerConfig("synchronous_commit", "on")
            .setOutputRedirector(
                ProcessBuilder.Redirect.appendTo(folder.resolve("server.log").toFile()));
    settings.forEach(builder::setServerConfig);
    try {
      process = builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded PostgreSQL cannot be started", e);
    }
  }

  private void stop() {
    try {
      process.close();
    } catch (IOException e) {
      throw new UncheckedIOException("The embedded PostgreSQL cannot be stopped", e);
    }
  }

  private long postmasterPid() {
    try {
      return Long.parseLong(Files.readAllLines(data().resolve("postmaster.pid")).get(0).strip());
    } catch (IOException e) {
      throw new UncheckedIOException("The server is not running", e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            // With its attributes: the server refuses a data folder that others may read.
            Files.copy(
                folder,
                to.resolve(from.relativize(folder).toString()),
                StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(
                file,
                to.resolve(from.relativize(file).toString()),
                StandardCopyOption.COPY_ATTRIBUTES);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
