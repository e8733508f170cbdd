package io.rollingwindow.postgres.internal;

import java.sql.SQLException;

/**
 * What tells one session's server, database and instant from another's.
 *
 * @param system the system identifier where the role may read it, otherwise when the server started
 * @param startedAt when the server started
 * @param database the database's oid
 * @param backend the server process of the session
 * @param backendSince when that process began
 * @param transactionSince when the transaction began
 * @param snapshot the transactions that the snapshot sees
 */
record ServerMark(
    String system,
    String startedAt,
    long database,
    int backend,
    String backendSince,
    String transactionSince,
    String snapshot) {

  private static final String MARK =
      """
      SELECT pg_catalog.pg_postmaster_start_time()::pg_catalog.text,
             (SELECT d.oid FROM pg_catalog.pg_database d
               WHERE d.datname = pg_catalog.current_database()),
             pg_catalog.pg_backend_pid(),
             (SELECT a.backend_start::pg_catalog.text FROM pg_catalog.pg_stat_activity a
               WHERE a.pid = pg_catalog.pg_backend_pid()),
             pg_catalog.transaction_timestamp()::pg_catalog.text,
             pg_catalog.pg_current_snapshot()::pg_catalog.text,
             pg_catalog.has_function_privilege('pg_catalog.pg_control_system()', 'EXECUTE')""";

  private static final String SYSTEM_IDENTIFIER =
      "SELECT system_identifier FROM pg_catalog.pg_control_system()";

  /** Reads the mark of a session within its transaction. */
  static ServerMark of(PgSession session) throws SQLException {
    ServerMark mark =
        session.query(
            MARK,
            answer -> {
              answer.next();
              return new ServerMark(
                  answer.getBoolean(7) ? "" : "started " + answer.getString(1),
                  answer.getString(1),
                  answer.getLong(2),
                  answer.getInt(3),
                  answer.getString(4),
                  answer.getString(5),
                  answer.getString(6));
            });
    return mark.system().isEmpty() ? mark.withSystem(systemIdentifier(session)) : mark;
  }

  private static String systemIdentifier(PgSession session) throws SQLException {
    return session.query(
        SYSTEM_IDENTIFIER,
        answer -> {
          answer.next();
          return answer.getString(1);
        });
  }

  private ServerMark withSystem(String identifier) {
    return new ServerMark(
        identifier, startedAt, database, backend, backendSince, transactionSince, snapshot);
  }

  /** Whether both stand in one process of one transaction. */
  boolean sameTransaction(int otherBackend, String otherSince) {
    return backend == otherBackend && transactionSince.equals(otherSince);
  }
}
