package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.DateTime64Range;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

/**
 * What is known of a connected server and account.
 *
 * @param version as {@code version()} says it
 * @param identity which server this is, and which table it has behind the target's name
 * @param pins the settings that statements carry
 */
record ServerProfile(String version, String identity, PinnedSettings pins) {

  private static final int WIDE_RANGE_YEAR = 26;
  private static final int WIDE_RANGE_MONTH = 7;

  /** One row of the answer: a setting, and beside it what is the same in every row. */
  record Row(String version, String identity, PinnedSettings.Found setting) {

    static Row read(ResultSet row) throws SQLException {
      return new Row(
          row.getString("version"),
          row.getString("identity"),
          new PinnedSettings.Found(
              row.getString("name"),
              row.getString("value"),
              row.getInt("fixed") != 0,
              row.getString("least"),
              row.getString("most")));
    }
  }

  /** Reads it in a session that knows no settings yet. */
  static ServerProfile read(ControlSession session, TableRef target) {
    return of(session.query(query(target), Row::read));
  }

  static ServerProfile of(List<Row> rows) {
    Row any = rows.get(0);
    return new ServerProfile(
        any.version(), any.identity(), PinnedSettings.of(rows.stream().map(Row::setting).toList()));
  }

  /** Asks for everything that a profile is made of, in one statement. */
  static String query(TableRef target) {
    return "SELECT version() AS version, concat(toString(serverUUID()), ' ', ifNull(("
        + Tables.uuidOf(target)
        + "), '')) AS identity, name, value, toInt32(readonly) AS fixed, ifNull(min, '') AS least,"
        + " ifNull(max, '') AS most FROM system.settings WHERE name IN ("
        + Sql.texts(PinnedSettings.names())
        + ")";
  }

  /** The instants that this server keeps in a DateTime64 without clamping them. */
  DateTime64Range dateTime64Range() {
    return isAtLeast(WIDE_RANGE_YEAR, WIDE_RANGE_MONTH)
        ? DateTime64Range.YEARS_0_TO_9999
        : DateTime64Range.YEARS_1900_TO_2299;
  }

  private boolean isAtLeast(int year, int month) {
    String[] parts = version.split("\\.", 3);
    int actualYear = Integer.parseInt(parts[0]);
    int actualMonth = parts.length > 1 ? Integer.parseInt(parts[1]) : 0;
    return actualYear > year || (actualYear == year && actualMonth >= month);
  }
}
