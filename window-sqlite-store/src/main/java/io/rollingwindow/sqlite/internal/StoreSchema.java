package io.rollingwindow.sqlite.internal;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;

/**
 * The tables and how a file comes to them. The file's {@code user_version} counts the steps that it
 * has taken; a new release appends a step and never changes an old one.
 */
final class StoreSchema {

  /** "RWND", in the file's header: whose file it is. */
  private static final int APPLICATION_ID = 0x52574e44;

  private static final List<List<String>> STEPS =
      List.of(
          List.of(
              """
              CREATE TABLE lease (
                target_id TEXT PRIMARY KEY,
                owner TEXT NOT NULL,
                fencing_token INTEGER NOT NULL,
                expires_at_micros INTEGER NOT NULL
              ) STRICT, WITHOUT ROWID""",
              """
              CREATE TABLE invocation (
                target_id TEXT NOT NULL,
                invocation_id TEXT NOT NULL,
                revision INTEGER NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (target_id, invocation_id)
              ) STRICT, WITHOUT ROWID""",
              """
              CREATE TABLE run (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                run_id TEXT NOT NULL UNIQUE,
                target_id TEXT NOT NULL,
                ended INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                body TEXT NOT NULL
              ) STRICT""",
              "CREATE INDEX run_of_target ON run (target_id, seq)",
              "CREATE INDEX unfinished_run ON run (target_id, seq) WHERE ended = 0",
              """
              CREATE TABLE chunk (
                run_id TEXT NOT NULL,
                chunk INTEGER NOT NULL,
                target_id TEXT NOT NULL,
                revision INTEGER NOT NULL,
                body TEXT NOT NULL,
                PRIMARY KEY (run_id, chunk)
              ) STRICT, WITHOUT ROWID""",
              """
              CREATE TABLE publication (
                seq INTEGER PRIMARY KEY AUTOINCREMENT,
                run_id TEXT NOT NULL UNIQUE,
                target_id TEXT NOT NULL,
                settled INTEGER NOT NULL,
                revision INTEGER NOT NULL,
                body TEXT NOT NULL
              ) STRICT""",
              "CREATE INDEX unsettled_publication ON publication (target_id, seq)"
                  + " WHERE settled = 0"));

  private final List<List<String>> steps;

  private StoreSchema(List<List<String>> steps) {
    this.steps = steps;
  }

  static StoreSchema ofThisRelease() {
    return new StoreSchema(STEPS);
  }

  /** What a release would have that appends a step to these. */
  StoreSchema followedBy(List<String> step) {
    return new StoreSchema(Stream.concat(steps.stream(), Stream.of(step)).toList());
  }

  /** Refuses a file of somebody else or of a later release; reads only. */
  void requireOurs(Connection connection) throws SQLException {
    int owner = pragma(connection, "application_id");
    int version = pragma(connection, "user_version");
    if (owner == 0 && version == 0 && isEmpty(connection)) {
      return;
    }
    if (owner != APPLICATION_ID) {
      throw StoreErrors.unsuitable("The file is the database of another application", null);
    }
    if (version > steps.size()) {
      throw StoreErrors.unsuitable(
          "The store has format "
              + version
              + " of a later release, and this one knows formats up to "
              + steps.size(),
          null);
    }
  }

  /** Takes the steps that the file has not taken. Called inside a write transaction. */
  void migrate(Connection connection) throws SQLException {
    int version = pragma(connection, "user_version");
    try (Statement statement = connection.createStatement()) {
      for (List<String> step : steps.subList(version, steps.size())) {
        for (String sql : step) {
          statement.execute(sql);
        }
      }
      statement.execute("PRAGMA application_id = " + APPLICATION_ID);
      statement.execute("PRAGMA user_version = " + steps.size());
    }
  }

  boolean isCurrent(Connection connection) throws SQLException {
    return pragma(connection, "user_version") == steps.size();
  }

  private static boolean isEmpty(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*) FROM sqlite_schema")) {
      return rows.next() && rows.getLong(1) == 0;
    }
  }

  private static int pragma(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA " + name)) {
      if (!rows.next()) {
        throw new SQLException("no answer to a pragma");
      }
      return rows.getInt(1);
    }
  }
}
