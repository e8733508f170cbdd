package io.rollingwindow.it.bench;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.Servers;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The servers, and which processes they are, where they run on this machine. */
final class BenchServers implements AutoCloseable {

  private final Servers servers;
  private final Map<Role, ProcessTree> processes = new EnumMap<>(Role.class);
  private final List<ClickHouseEndpoint> databases = new ArrayList<>();

  private BenchServers(Servers servers) {
    this.servers = servers;
  }

  static BenchServers start() throws SQLException {
    BenchServers started = new BenchServers(Servers.start());
    try {
      started.findProcesses();
      return started;
    } catch (SQLException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  Servers servers() {
    return servers;
  }

  /** An empty database, which is dropped at the end. */
  ClickHouseEndpoint freshClickHouse() throws SQLException {
    ClickHouseEndpoint fresh = servers.clickHouse().freshDatabase();
    databases.add(fresh);
    return fresh;
  }

  Map<Role, ProcessTree> processes() {
    return processes;
  }

  private void findProcesses() throws SQLException {
    processes.put(Role.CLIENT, new ProcessTree(ProcessHandle.current().pid(), false));
    if (servers.clickHouse() instanceof EmbeddedClickHouseServer embedded) {
      processes.put(Role.CLICKHOUSE, new ProcessTree(embedded.process().pid(), false));
    }
    if (servers.postgres().killable().isPresent()) {
      processes.put(Role.POSTGRES, new ProcessTree(postmaster(), true));
    }
  }

  private long postmaster() throws SQLException {
    try (Connection connection = servers.postgres().endpoint().connect();
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery("SELECT pg_backend_pid()")) {
      answer.next();
      return ProcessHandle.of(answer.getLong(1)).flatMap(ProcessHandle::parent).orElseThrow().pid();
    }
  }

  @Override
  public void close() {
    try {
      dropDatabases();
    } catch (SQLException e) {
      throw new IllegalStateException("the benchmark's databases could not be dropped", e);
    } finally {
      servers.close();
    }
  }

  private void dropDatabases() throws SQLException {
    for (ClickHouseEndpoint database : databases) {
      try (Connection connection = database.connect();
          Statement statement = connection.createStatement()) {
        statement.execute(
            "DROP DATABASE `" + database.database() + "` SYNC SETTINGS max_table_size_to_drop = 0");
      }
    }
  }
}
