package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.HeldLease;

/**
 * The staging table of one attempt. Whoever needs it first makes it, while the others wait; it is
 * tried once. The connection that made it verifies it too, when nobody loads any more.
 *
 * <p>Safe for many threads.
 */
final class AttemptTable implements AutoCloseable {

  private final TargetContext context;
  private final WindowPlan plan;
  private final AttemptId attempt;
  private final HeldLease lease;
  private final TableRef ref;
  private volatile boolean asked;
  private ControlSession session;
  private boolean made;
  private RuntimeException failure;
  private boolean closed;

  AttemptTable(TargetContext context, WindowPlan plan, AttemptId attempt, HeldLease lease) {
    this.context = context;
    this.plan = plan;
    this.attempt = attempt;
    this.lease = lease;
    this.ref = context.target().sibling(OwnedNames.staging(attempt));
  }

  TableRef ref() {
    return ref;
  }

  /** The id that all requests of the attempt carry. */
  String operation() {
    return attempt.toString();
  }

  /** Whether anything was sent that may have made the table. */
  boolean isAskedFor() {
    return asked;
  }

  /**
   * Makes the table unless it was made.
   *
   * @return the session that made it
   * @throws WindowException typed, and the same one again to whoever asks later
   */
  synchronized ControlSession made() {
    if (failure != null) {
      throw failure;
    }
    if (!made) {
      try {
        made = Failures.typed("Making the staging table of chunk " + attempt.chunk(), this::make);
      } catch (RuntimeException e) {
        failure = e;
        throw e;
      }
    }
    return session;
  }

  /** The name must be free: it was never used before. */
  private boolean make() {
    if (closed || session != null) {
      throw new RunCancelledException(
          ErrorCode.RUN_CANCELLED, "The attempt had ended before its staging table was made.");
    }
    session = context.open(operation());
    context.assertWritable(lease);
    asked = true;
    Tables.createLike(session, context.target(), ref, comment());
    return true;
  }

  private OwnerComment comment() {
    return OwnerComment.of(
            OwnedKind.STAGING,
            plan.targetId(),
            plan.routeId(),
            attempt.run().value(),
            context.now())
        .inChunk(attempt.chunk(), attempt.attempt());
  }

  /**
   * Ends every request of the attempt, over the connection that is there: an application may have
   * no other to give. Waits for a making that is under way.
   *
   * @throws StatementFailure when the server cannot be asked
   */
  synchronized void endRequests() {
    if (asked) {
      new RunningRequests(session.as(attempt + "-fence"), context.limits().join())
          .killAndJoin(operation());
    }
  }

  /** Waits for a making that is under way; none begins afterwards. */
  @Override
  public synchronized void close() {
    closed = true;
    if (session != null) {
      session.close();
    }
  }
}
