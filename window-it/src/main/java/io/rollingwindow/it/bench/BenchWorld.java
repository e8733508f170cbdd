package io.rollingwindow.it.bench;

import io.rollingwindow.it.servers.PostgresEndpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.UUID;

/**
 * What every part of the benchmark works with.
 *
 * @param options what is measured
 * @param servers the servers
 * @param source the database that holds the tables
 * @param meter measures
 * @param report takes what was found
 */
record BenchWorld(
    BenchOptions options,
    BenchServers servers,
    PostgresEndpoint source,
    Meter meter,
    Report report) {

  /** Opens an empty database, which stays until the servers are closed. */
  ClickHouseAccess freshClickHouse() throws SQLException {
    return new ClickHouseAccess(servers.freshClickHouse());
  }

  /** A file for a journal that nobody has used. */
  Path journal() throws IOException {
    return Files.createDirectories(options.output()).resolve("journal-" + UUID.randomUUID());
  }
}
