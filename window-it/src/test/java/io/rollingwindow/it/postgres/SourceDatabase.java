package io.rollingwindow.it.postgres;

import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.it.servers.PostgresServer;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.PgConnectionFactory;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.type.WindowSchema;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** A database of one test's own, and short ways to ask and to read it. */
record SourceDatabase(PostgresEndpoint endpoint) {

  static final Instant START = Instant.parse("2026-09-02T00:00:00Z");
  static final Instant END = Instant.parse("2026-09-09T00:00:00Z");
  static final long DAY = 86_400_000_000L;

  static final WindowSchema ID_AND_TIME =
      WindowSchema.builder().column("id", "Int64").column("at", "DateTime64(6, 'UTC')").build();

  static SourceDatabase fresh(PostgresServer server) throws SQLException {
    return new SourceDatabase(server.freshDatabase());
  }

  /** Makes the table {@code events (id bigint, at timestamptz)}. */
  SourceDatabase withEvents() throws SQLException {
    execute("CREATE TABLE events (id bigint, at timestamptz)");
    return this;
  }

  void execute(String... statements) throws SQLException {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  String value(String sql) throws SQLException {
    return values(sql).get(0);
  }

  List<String> values(String sql) throws SQLException {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement();
        ResultSet answer = statement.executeQuery(sql)) {
      List<String> values = new ArrayList<>();
      while (answer.next()) {
        values.add(answer.getString(1));
      }
      return values;
    }
  }

  /** The same database as another role sees it. */
  SourceDatabase as(String role) {
    return new SourceDatabase(
        new PostgresEndpoint(endpoint.host(), endpoint.port(), endpoint.database(), role, role));
  }

  PgConnectionFactory factory() {
    return endpoint::connect;
  }

  PostgresWindowSource.Builder table(String name) {
    return PostgresWindowSource.builder().connections(factory()).schema("public").table(name);
  }

  PostgresWindowSource events() {
    return table("events").build();
  }

  /** A week of {@code id} and {@code at} in chunks of a day. */
  static WindowRequest week() {
    return week(ID_AND_TIME);
  }

  static WindowRequest week(WindowSchema schema) {
    return request(schema, new ChunkGrid(WindowInterval.of(START, END), DAY));
  }

  /** A week of {@code id} and {@code at} in one chunk. */
  static WindowRequest wholeWeek() {
    return wholeWeek(ID_AND_TIME);
  }

  static WindowRequest wholeWeek(WindowSchema schema) {
    return request(schema, new ChunkGrid(WindowInterval.of(START, END), 7 * DAY));
  }

  static WindowRequest request(WindowSchema schema, ChunkGrid grid) {
    return new WindowRequest("route", "target", schema, "at", grid);
  }

  /** The sessions that the source has open in this database. */
  List<String> sessions() throws SQLException {
    return values(
        "SELECT application_name FROM pg_stat_activity WHERE datname = '"
            + endpoint.database()
            + "' AND application_name LIKE 'rollingwindow%'");
  }

  /** Waits until no session of the source is left, and says whether that came about in time. */
  boolean noSessionLeft() throws SQLException {
    return Until.holds(() -> sessions().isEmpty());
  }
}
