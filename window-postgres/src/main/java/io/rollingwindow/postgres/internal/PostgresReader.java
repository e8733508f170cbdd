package io.rollingwindow.postgres.internal;

import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSnapshot;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Looks at a table and takes snapshots of it. Immutable; safe for many threads. */
public final class PostgresReader {

  private final SourceOptions options;
  private final SourceFailures failures;

  /**
   * A reader of one table.
   *
   * @param options how it is composed
   */
  public PostgresReader(SourceOptions options) {
    this.options = options;
    this.failures = new SourceFailures(options.table());
  }

  /**
   * Looks at the table, and when nothing stands in the way, takes a snapshot and joins a second
   * session to it, to see that it can be done.
   *
   * @param request what will be asked
   * @return findings and an estimate
   */
  public SourcePreflight preflight(WindowRequest request) {
    Look look = look(request);
    if (!look.findings().isEmpty()) {
      return look.report(look.findings());
    }
    try (SourceSnapshot snapshot = open(request)) {
      snapshot.assertAlive();
      return look.report(List.of());
    } catch (RefusedException e) {
      return look.report(
          e.findings().isEmpty()
              ? List.of(new Finding(e.code(), options.table().toString(), e.getMessage()))
              : e.findings());
    }
  }

  /**
   * Takes a snapshot.
   *
   * @param request what is asked
   * @return the snapshot, proven readable by a second session
   */
  public SourceSnapshot open(WindowRequest request) {
    return inSession(
        request,
        (sessions, session) -> {
          Keeper keeper = Keeper.keep(session, options.table());
          Admission.Admitted admitted =
              Admission.of(session, options.table(), request).admitted(session);
          if (Catalog.resolve(session, options.table()) != admitted.table().oid()) {
            throw new TableChangedException();
          }
          PgSnapshot snapshot = new PgSnapshot(options, request, sessions, keeper, admitted);
          snapshot.proveConnections();
          return snapshot;
        });
  }

  private Look look(WindowRequest request) {
    return inSession(
        request,
        (sessions, session) -> {
          Admission admission = Admission.of(session, options.table(), request);
          Optional<ScanPlan> plan = Optional.empty();
          if (admission.findings().isEmpty()) {
            CopyStatements statements =
                CopyStatements.of(options.table(), request, admission.admitted(session));
            plan =
                Optional.of(
                    ScanPlan.of(session, statements.select(RowRange.all(request.interval()))));
          }
          sessions.close(session);
          return new Look(admission.findings(), plan);
        });
  }

  /** Begins a transaction in a new session, which is closed again when the work fails. */
  private <T> T inSession(WindowRequest request, Work<T> work) {
    Sessions sessions = new Sessions(options.connections());
    try {
      PgSession session = sessions.open();
      boolean inOrder = false;
      try {
        session.answerWithin(options.lockTimeout().plus(Duration.ofSeconds(30)));
        SessionStart.begin(
            session, "rollingwindow keeper " + request.routeId(), options.lockTimeout());
        T result = work.in(sessions, session);
        inOrder = true;
        return result;
      } finally {
        if (!inOrder) {
          sessions.abort(session);
        }
      }
    } catch (SQLException | IOException | RuntimeException e) {
      throw failures.opening(e);
    }
  }

  @FunctionalInterface
  private interface Work<T> {
    T in(Sessions sessions, PgSession session) throws SQLException, IOException;
  }

  private record Look(List<Finding> findings, Optional<ScanPlan> plan) {

    SourcePreflight report(List<Finding> all) {
      return new SourcePreflight(
          all,
          plan.map(scan -> OptionalLong.of(scan.rows())).orElseGet(OptionalLong::empty),
          plan.map(scan -> OptionalLong.of(scan.bytes())).orElseGet(OptionalLong::empty));
    }
  }
}
