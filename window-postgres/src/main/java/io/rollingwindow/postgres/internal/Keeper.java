package io.rollingwindow.postgres.internal;

import io.rollingwindow.plan.WindowInterval;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The session whose open transaction holds the table's lock and the exported snapshot. The lock is
 * taken first: from then on nobody can change the table's shape, empty it or rewrite it, and the
 * snapshot is taken under that rule. It assigns no transaction id and works on a hot standby.
 *
 * <p>Safe for many threads, one statement at a time; every statement is short.
 */
final class Keeper implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Keeper.class.getName());

  private static final Duration ANSWER = Duration.ofSeconds(30);

  private final PgSession session;
  private final Token token;
  private final String snapshotId;
  private final ServerMark mark;
  private boolean closed;

  private Keeper(PgSession session, Token token, String snapshotId, ServerMark mark) {
    this.session = session;
    this.token = token;
    this.snapshotId = snapshotId;
    this.mark = mark;
  }

  /** Locks the table in the begun transaction of a session, and exports a snapshot of it. */
  static Keeper keep(PgSession session, SourceTable table) throws SQLException {
    SessionStart.lock(session, table);
    Token token = Token.random(new SecureRandom());
    String snapshotId =
        session.query(
            "SELECT pg_catalog.pg_export_snapshot() WHERE " + token.take(),
            answer -> answer.next() ? answer.getString(1) : "");
    if (snapshotId.isEmpty()) {
      throw new UnusableConnectionException("The keeper's advisory lock is held by somebody else.");
    }
    session.answerWithin(ANSWER);
    return new Keeper(session, token, snapshotId, ServerMark.of(session));
  }

  String snapshotId() {
    return snapshotId;
  }

  ServerMark mark() {
    return mark;
  }

  Token token() {
    return token;
  }

  PgSession session() {
    return session;
  }

  /**
   * Proves that the transaction is still the one that exported the snapshot.
   *
   * @throws SnapshotGoneException when it is not
   */
  synchronized void assertAlive() {
    if (closed) {
      throw new SnapshotGoneException("The snapshot was closed.", null);
    }
    boolean same;
    try {
      same =
          session.query(
              "SELECT pg_catalog.pg_backend_pid(),"
                  + " pg_catalog.transaction_timestamp()::pg_catalog.text",
              answer ->
                  answer.next() && mark.sameTransaction(answer.getInt(1), answer.getString(2)));
    } catch (SQLException e) {
      throw new SnapshotGoneException("The session that keeps the snapshot has ended.", e);
    }
    if (!same) {
      throw new SnapshotGoneException(
          "The session that keeps the snapshot is in another transaction or server process; a"
              + " pooler may have replaced it.",
          null);
    }
  }

  boolean isAlive() {
    try {
      assertAlive();
      return true;
    } catch (SnapshotGoneException e) {
      return false;
    }
  }

  /**
   * Asks something that can be done without; empty when there is no answer. A question that fails
   * is taken back, as it would end the transaction and the snapshot with it.
   */
  private synchronized <T> Optional<T> ask(String sql, PgSession.RowReader<T> reader) {
    if (closed) {
      return Optional.empty();
    }
    try {
      session.execute(List.of("SAVEPOINT question"));
      T answer = session.query(sql, reader);
      session.execute(List.of("RELEASE SAVEPOINT question"));
      return Optional.of(answer);
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "The keeper got no answer", e);
      takeBack();
      return Optional.empty();
    }
  }

  private void takeBack() {
    try {
      session.execute(List.of("ROLLBACK TO SAVEPOINT question", "RELEASE SAVEPOINT question"));
    } catch (SQLException e) {
      LOG.log(System.Logger.Level.DEBUG, "The keeper's transaction is over", e);
    }
  }

  /** What the planner thinks of a query; nothing much when the snapshot is gone. */
  ScanPlan plan(String query) {
    return ask("EXPLAIN " + query, ScanPlan::read).orElse(ScanPlan.UNKNOWN);
  }

  /** Instants between which the statistics see equally many rows, ascending; possibly none. */
  List<Long> quantiles(SourceTable table, String column, WindowInterval interval) {
    String sql =
        """
        SELECT (extract(epoch FROM b) * 1000000)::pg_catalog.int8
          FROM pg_catalog.pg_stats s,
               pg_catalog.unnest(s.histogram_bounds::pg_catalog.text::timestamptz[]) b
         WHERE s.schemaname = %s AND s.tablename = %s AND s.attname = %s AND NOT s.inherited
           AND b > %s AND b < %s
         ORDER BY b"""
            .formatted(
                SourceTable.literal(table.schema()),
                SourceTable.literal(table.table()),
                SourceTable.literal(column),
                TimestampLiteral.of(interval.startMicros()),
                TimestampLiteral.of(interval.endMicros()));
    return ask(
            sql,
            answer -> {
              List<Long> quantiles = new ArrayList<>();
              while (answer.next()) {
                quantiles.add(answer.getLong(1));
              }
              return quantiles;
            })
        .orElse(List.of());
  }

  /** How many blocks a table has at least had when the snapshot was taken. */
  long blocks(long table) {
    return ask(
            "SELECT pg_catalog.pg_relation_size("
                + table
                + ") / pg_catalog.current_setting('block_size')::pg_catalog.int8",
            answer -> answer.next() ? answer.getLong(1) : 0L)
        .orElse(0L);
  }

  /** Ends the server process of a session that was broken off, should it not have noticed. */
  void end(ServerMark worker) {
    ask(
        "SELECT pg_catalog.pg_terminate_backend(a.pid) FROM pg_catalog.pg_stat_activity a WHERE"
            + " a.pid = "
            + worker.backend()
            + " AND a.backend_start = "
            + SourceTable.literal(worker.backendSince())
            + "::pg_catalog.timestamptz",
        answer -> answer.next());
  }

  @Override
  public synchronized void close() {
    closed = true;
    session.close();
  }
}
