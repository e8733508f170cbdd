package io.rollingwindow.it.demo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The target table with rows before, in and after the window and without an instant. */
final class DemoTarget {

  static final String SORTED_WINDOW =
      "SELECT id, toUnixTimestamp64Micro(assumeNotNull(observed_at)), amount, name, quantity"
          + " FROM events WHERE "
          + inWindow()
          + " ORDER BY id, observed_at, amount NULLS LAST, name, quantity";

  private static final String COLUMNS = "id, observed_at, amount, name, quantity";

  private DemoTarget() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE events (id Int64, observed_at Nullable(DateTime64(6, 'UTC')),"
              + " amount Nullable(Decimal(18, 2)), name String, quantity Int32)"
              + " ENGINE = MergeTree"
              + " PARTITION BY toYYYYMMDD(ifNull(observed_at, toDateTime64(0, 6, 'UTC')))"
              + " ORDER BY id");
      fill(statement, 10_000_000, 200_000, "2026-08-20 00:00:00", 5_000_000);
      fill(statement, 20_000_000, 300_000, "2026-09-02 00:00:00", 2_000_000);
      fill(statement, 30_000_000, 100_000, "2026-09-09 00:00:00", 5_000_000);
      statement.execute(
          "INSERT INTO events SELECT 40000000 + number, NULL, number, 'no instant', 0"
              + " FROM numbers(1000)");
      statement.execute("CREATE TABLE outside_before AS events");
      statement.execute(
          "INSERT INTO outside_before SELECT * FROM events WHERE NOT coalesce("
              + inWindow()
              + ", false)");
    }
  }

  /** Rows outside the window that are not in the target exactly as often as before. */
  static long outsideDifferences(Connection connection) throws SQLException {
    return number(
        connection,
        "SELECT count() FROM (SELECT sum(copies) AS balance FROM (SELECT "
            + COLUMNS
            + ", 1 AS copies FROM outside_before UNION ALL SELECT "
            + COLUMNS
            + ", -1 AS copies FROM events WHERE NOT coalesce("
            + inWindow()
            + ", false)) GROUP BY "
            + COLUMNS
            + " HAVING balance != 0)");
  }

  static long outsideRows(Connection connection) throws SQLException {
    return number(connection, "SELECT count() FROM outside_before");
  }

  static long windowRows(Connection connection) throws SQLException {
    return number(connection, "SELECT count() FROM events WHERE " + inWindow());
  }

  private static String inWindow() {
    return "observed_at >= toDateTime64('2026-09-02 00:00:00', 6, 'UTC')"
        + " AND observed_at < toDateTime64('2026-09-09 00:00:00', 6, 'UTC')";
  }

  private static void fill(
      Statement statement, long firstId, int rows, String start, long stepMicros)
      throws SQLException {
    statement.execute(
        "INSERT INTO events SELECT "
            + firstId
            + " + number, toDateTime64('"
            + start
            + "', 6, 'UTC') + toIntervalMicrosecond(number * "
            + stepMicros
            + "), number % 1000, concat('old ', toString(number % 100)), number % 50 FROM numbers("
            + rows
            + ")");
  }

  private static long number(Connection connection, String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
