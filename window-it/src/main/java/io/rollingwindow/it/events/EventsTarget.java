package io.rollingwindow.it.events;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The target table {@code events} with rows before, in and after the seven days from 2026-09-02 on
 * and rows without an instant, and a copy of those outside, to compare with afterwards.
 */
public final class EventsTarget {

  /** The rows of the window, sorted by all columns. */
  public static final String SORTED_WINDOW =
      "SELECT id, toUnixTimestamp64Micro(assumeNotNull(observed_at)), amount, name, quantity"
          + " FROM events WHERE "
          + inWindow()
          + " ORDER BY id, observed_at, amount NULLS LAST, name, quantity";

  private static final String COLUMNS = "id, observed_at, amount, name, quantity";

  private EventsTarget() {}

  /**
   * Makes and fills the tables.
   *
   * @param connection to an empty database
   * @param rows how many rows lie outside the window before it; about as many in it and after it
   * @param layout whether the target has partitions
   * @throws SQLException when the server refuses
   */
  public static void create(Connection connection, int rows, Layout layout) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE events (id Int64, observed_at Nullable(DateTime64(6, 'UTC')),"
              + " amount Nullable(Decimal(18, 2)), name String, quantity Int32)"
              + " ENGINE = MergeTree"
              + layout.clause
              + " ORDER BY id");
      fill(statement, 10_000_000, rows, "2026-08-20 00:00:00", 1_000_000_000_000L / rows);
      fill(statement, 20_000_000, rows, "2026-09-02 00:00:00", 600_000_000_000L / rows);
      fill(statement, 30_000_000, rows, "2026-09-09 00:00:00", 1_000_000_000_000L / rows);
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

  /**
   * Counts the distinct rows outside the window that are not in the target exactly as often as
   * before.
   *
   * @param connection to the target's database
   * @return 0 when the outside is untouched
   * @throws SQLException when the server refuses
   */
  public static long outsideDifferences(Connection connection) throws SQLException {
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

  /**
   * Counts the rows that lay outside the window at first.
   *
   * @param connection to the target's database
   * @return the number of rows
   * @throws SQLException when the server refuses
   */
  public static long outsideRows(Connection connection) throws SQLException {
    return number(connection, "SELECT count() FROM outside_before");
  }

  /**
   * Counts the rows that lie in the window now.
   *
   * @param connection to the target's database
   * @return the number of rows
   * @throws SQLException when the server refuses
   */
  public static long windowRows(Connection connection) throws SQLException {
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

  /** How the target is divided into partitions. */
  public enum Layout {
    /** A partition for every UTC day. */
    BY_DAY(" PARTITION BY toYYYYMMDD(ifNull(observed_at, toDateTime64(0, 6, 'UTC')))"),
    /** A partition for every month, of which the window is a part. */
    BY_MONTH(" PARTITION BY toYYYYMM(ifNull(observed_at, toDateTime64(0, 6, 'UTC')))"),
    /** One partition. */
    WHOLE("");

    private final String clause;

    Layout(String clause) {
      this.clause = clause;
    }
  }
}
