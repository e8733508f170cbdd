package io.rollingwindow.postgres.internal;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How every transaction of ours begins. Each setting that could change what is read, how it is
 * written, or how long we may take is set for the transaction alone, whatever server, database and
 * role say; nothing has to be restored.
 */
final class SessionStart {

  private static final int TRANSACTION_TIMEOUT_SINCE = 17;

  private SessionStart() {}

  /**
   * Begins a transaction that sees one instant and writes nothing. No snapshot is taken yet.
   *
   * @param name what the server lists the session as
   */
  static void begin(PgSession session, String name, Duration lockTimeout) throws SQLException {
    session.manageTransactions();
    List<String> start = new ArrayList<>();
    start.add("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    set(start, "application_name", SourceTable.literal(name));
    set(start, "search_path", "pg_catalog, pg_temp");
    set(start, "row_security", "off");
    set(start, "client_encoding", "'UTF8'");
    set(start, "TimeZone", "'UTC'");
    set(start, "DateStyle", "'ISO, YMD'");
    set(start, "IntervalStyle", "'iso_8601'");
    set(start, "extra_float_digits", "3");
    set(start, "bytea_output", "'hex'");
    set(start, "statement_timeout", "0");
    set(start, "idle_in_transaction_session_timeout", "0");
    if (session.majorVersion() >= TRANSACTION_TIMEOUT_SINCE) {
      set(start, "transaction_timeout", "0");
    }
    set(start, "lock_timeout", Long.toString(Math.max(1, lockTimeout.toMillis())));
    set(start, "tcp_keepalives_idle", "60");
    set(start, "tcp_keepalives_interval", "10");
    set(start, "tcp_keepalives_count", "6");
    set(start, "max_parallel_workers_per_gather", "0");
    set(start, "jit", "off");
    session.execute(start);
  }

  /** Takes the lock that readers take, and that every change of a table's shape waits for. */
  static void lock(PgSession session, SourceTable table) throws SQLException {
    session.execute(List.of("LOCK TABLE ONLY " + table.quoted() + " IN ACCESS SHARE MODE"));
  }

  private static void set(List<String> statements, String setting, String value) {
    statements.add("SET LOCAL " + setting + " = " + value);
  }
}
