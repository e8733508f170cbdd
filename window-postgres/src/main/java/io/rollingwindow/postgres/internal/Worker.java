package io.rollingwindow.postgres.internal;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.postgresql.copy.CopyOut;

/**
 * A session that reads in the keeper's snapshot. It proves first that it stands on the keeper's
 * server and sees the keeper's table. For one thread at a time, but for {@link #abort}.
 */
final class Worker {

  /**
   * What an import is answered with, by server version, when the snapshot is no more (22023, 42704,
   * 55000) or belongs to another database (0A000, 22023).
   */
  private static final Set<String> NO_SUCH_SNAPSHOT = Set.of("22023", "42704", "55000", "0A000");

  private final PgSession session;
  private volatile Optional<ServerMark> mark = Optional.empty();

  Worker(PgSession session) {
    this.session = session;
  }

  PgSession session() {
    return session;
  }

  /** Who the server says we are; empty before it was joined. */
  Optional<ServerMark> mark() {
    return mark;
  }

  /**
   * Joins the keeper's snapshot.
   *
   * @throws SnapshotGoneException when the server no longer has it
   * @throws UnusableConnectionException when this is not a session of its own on the same server
   * @throws TableChangedException when this session sees another table
   */
  void join(Keeper keeper, SourceOptions options, TableShape expected) throws SQLException {
    session.answerWithin(options.lockTimeout().plus(Duration.ofSeconds(30)));
    SessionStart.begin(session, "rollingwindow worker", options.lockTimeout());
    importSnapshot(keeper, options);
    ServerMark own = ServerMark.of(session);
    requireSameServer(own, keeper);
    if (!own.snapshot().equals(keeper.mark().snapshot())) {
      throw new UnusableConnectionException("The session does not see the keeper's snapshot.");
    }
    mark = Optional.of(own);
    SessionStart.lock(session, options.table());
    recheck(options.table(), expected);
    session.answerWithin(options.silenceTimeout());
  }

  private void importSnapshot(Keeper keeper, SourceOptions options) throws SQLException {
    try {
      session.execute(
          List.of("SET TRANSACTION SNAPSHOT " + SourceTable.literal(keeper.snapshotId())));
    } catch (SQLException e) {
      if (!NO_SUCH_SNAPSHOT.contains(e.getSQLState())) {
        throw e;
      }
      keeper.assertAlive();
      session.execute(List.of("ROLLBACK"));
      SessionStart.begin(session, "rollingwindow worker", options.lockTimeout());
      requireSameServer(ServerMark.of(session), keeper);
      throw new SnapshotGoneException("The server no longer has the exported snapshot.", e);
    }
  }

  private void requireSameServer(ServerMark own, Keeper keeper) throws SQLException {
    ServerMark kept = keeper.mark();
    if (!own.system().equals(kept.system())
        || !own.startedAt().equals(kept.startedAt())
        || !holdsToken(keeper)) {
      throw otherSession(keeper, "reached another server than the keeper");
    }
    if (own.database() != kept.database()) {
      throw otherSession(keeper, "reached another database than the keeper");
    }
    if (own.backend() == kept.backend()) {
      throw otherSession(keeper, "shares the keeper's server process");
    }
  }

  private boolean holdsToken(Keeper keeper) throws SQLException {
    return session.query(
        "SELECT " + keeper.token().isHeldBy(keeper.mark().backend()),
        answer -> answer.next() && answer.getBoolean(1));
  }

  /** After the keeper's end a pooler or a failover may lead anywhere; that is no wrong factory. */
  private static RuntimeException otherSession(Keeper keeper, String what) {
    keeper.assertAlive();
    return new UnusableConnectionException("A connection of the factory " + what + ".");
  }

  private void recheck(SourceTable table, TableShape expected) throws SQLException {
    boolean same =
        Catalog.resolve(session, table) == expected.oid()
            && Catalog.table(session, table).filter(expected::equals).isPresent();
    if (!same) {
      throw new TableChangedException();
    }
  }

  /**
   * Runs one COPY to its end.
   *
   * @throws MalformedCopyException when what arrived is not what the server says it sent
   */
  void copy(String statement, BinaryCopyReader reader) throws SQLException, IOException {
    CopyOut copy = session.copyManager().copyOut(statement);
    for (byte[] message = copy.readFromCopy(); message != null; message = copy.readFromCopy()) {
      reader.accept(message);
    }
    if (reader.finish() != copy.getHandledRowCount()) {
      throw new MalformedCopyException("the server sent another number of rows than it counted");
    }
  }

  /** Runs one COPY to its end and drops what it brings. */
  void drain(String statement) throws SQLException {
    CopyOut copy = session.copyManager().copyOut(statement);
    byte[] message = copy.readFromCopy();
    while (message != null) {
      message = copy.readFromCopy();
    }
  }

  /**
   * Shows that the name still leads to the table that was read.
   *
   * @throws TableChangedException when it does not
   */
  void assertSameTable(SourceTable table, TableShape expected) throws SQLException {
    if (Catalog.resolve(session, table) != expected.oid()) {
      throw new TableChangedException();
    }
  }

  void abort() {
    session.abort();
  }
}
