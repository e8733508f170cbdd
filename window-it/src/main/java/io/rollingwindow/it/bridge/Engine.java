package io.rollingwindow.it.bridge;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The ClickHouse engine of this process.
 *
 * <p>The engine serves one data directory per process and stays up while a connection is open, so
 * this holds one from start to end. Every statement gets a connection of its own: that is how a
 * request has settings of its own, and a failed stream leaves nothing behind for the next one.
 */
final class Engine implements AutoCloseable {

  private final Chdb chdb;
  private final Path dataDirectory;
  private final Pointer keeper;

  private Engine(Chdb chdb, Path dataDirectory, Pointer keeper) {
    this.chdb = chdb;
    this.dataDirectory = dataDirectory;
    this.keeper = keeper;
  }

  /** Loads the library and starts the engine on the directory, with a server configuration. */
  static Engine start(Path library, Path dataDirectory, Optional<Path> configFile) {
    Chdb chdb = Native.load(library.toString(), Chdb.class);
    // Its crash handlers take the JVM's own page faults for crashes of the engine.
    chdb.chdb_set_signal_handlers_enabled(0);
    List<String> arguments = new ArrayList<>(pathArguments(dataDirectory));
    configFile.ifPresent(path -> arguments.add("--config-file=" + path));
    Pointer keeper = connect(chdb, arguments);
    return new Engine(chdb, dataDirectory, keeper);
  }

  /** Opens a connection, which runs one statement at a time. */
  EngineConnection connect() {
    return new EngineConnection(chdb, connect(chdb, pathArguments(dataDirectory)));
  }

  private static List<String> pathArguments(Path dataDirectory) {
    return List.of("clickhouse", "--path=" + dataDirectory);
  }

  private static Pointer connect(Chdb chdb, List<String> arguments) {
    Pointer holder =
        chdb.chdb_connect(
            arguments.size(), new StringArray(arguments.toArray(String[]::new), "UTF-8"));
    if (holder == null) {
      throw new IllegalStateException(
          "The engine refused a connection for " + arguments + "; its log says why");
    }
    return holder;
  }

  @Override
  public void close() {
    chdb.chdb_close_conn(keeper);
  }
}
