package io.rollingwindow.postgres.internal;

import java.util.Set;

/** What an SQLSTATE means for a read. The states are those of PostgreSQL's appendix A. */
enum Verdict {
  /** The same read may succeed on another connection, as long as the snapshot lives. */
  PASSING,
  /** The snapshot is no more. */
  SNAPSHOT_GONE,
  /** A name no longer leads to the table or column. */
  TABLE_CHANGED,
  /** Text in the database's encoding has no form in UTF-8. */
  NOT_UTF8,
  /** The role, the server's rules or the address do not let us read. */
  REFUSED,
  /** Anything else. */
  UNEXPECTED;

  private static final Set<String> PASSING_STATES =
      Set.of(
          "57014", // query cancelled, by hand or by a timeout
          "57P01", // administrator's shutdown or pg_terminate_backend
          "57P02", // crash of the server
          "57P03", // starting up or shutting down
          "57P05", // idle session timeout
          "25P03", // idle in transaction timeout
          "25P04", // transaction timeout
          "40001", // conflict with recovery, on a standby
          "40P01", // deadlock, also with recovery
          "55P03" // the table's lock was not to be had in time
          );

  private static final Set<String> CHANGED_STATES =
      Set.of(
          "42P01", // no such table
          "42703", // no such column
          "3F000" // no such schema
          );

  static Verdict of(String sqlState) {
    if (sqlState == null || sqlState.length() != 5) {
      return UNEXPECTED;
    }
    if (PASSING_STATES.contains(sqlState)) {
      return PASSING;
    }
    if (CHANGED_STATES.contains(sqlState)) {
      return TABLE_CHANGED;
    }
    return switch (sqlState.substring(0, 2)) {
      case "08", "53" -> PASSING; // connection lost or not had; resources exhausted
      case "72" -> SNAPSHOT_GONE; // snapshot too old
      case "28", "3D" -> REFUSED; // authentication; no such database
      default ->
          switch (sqlState) {
            case "22021", "22P05" -> NOT_UTF8; // no such character, none in UTF-8
            case "42501" -> REFUSED; // no right
            default -> UNEXPECTED;
          };
    };
  }
}
