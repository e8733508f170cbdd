package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.DateTime64Range;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * What is known of the connected server and account.
 *
 * @param version as {@code version()} says it
 * @param pins the settings that statements carry
 */
record ServerProfile(String version, PinnedSettings pins) {

  private static final int WIDE_RANGE_YEAR = 26;
  private static final int WIDE_RANGE_MONTH = 7;

  /** Reads it in a session that knows no settings yet. */
  static ServerProfile read(ControlSession session) {
    String version = session.one("SELECT version()", row -> row.getString(1));
    return new ServerProfile(
        version, PinnedSettings.of(session.query(settingsQuery(), ServerProfile::found)));
  }

  /** Asks for everything that {@link PinnedSettings} are made of. */
  static String settingsQuery() {
    return "SELECT name, value, toInt32(readonly) AS fixed, ifNull(min, '') AS least,"
        + " ifNull(max, '') AS most FROM system.settings WHERE name IN ("
        + Sql.texts(PinnedSettings.names())
        + ")";
  }

  private static PinnedSettings.Found found(ResultSet row) throws SQLException {
    return new PinnedSettings.Found(
        row.getString(1), row.getString(2), row.getInt(3) != 0, row.getString(4), row.getString(5));
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
