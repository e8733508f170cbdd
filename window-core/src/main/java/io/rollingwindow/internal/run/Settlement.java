package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.OutcomeUnknownException;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationStanding;
import java.util.Optional;
import java.util.OptionalLong;

/** Tells what became of an intent by the physical identities, and journals it. */
final class Settlement {

  private final TargetParts parts;
  private final HeldLease lease;

  Settlement(TargetParts parts, HeldLease lease) {
    this.parts = parts;
    this.lease = lease;
  }

  /**
   * Settles a publication that an earlier call left open; a settled one is only followed up. It
   * reads and fences, and never sends the EXCHANGE.
   */
  PublicationStanding settle(RunJournal journal) {
    PublicationRecord record = journal.publication().orElseThrow();
    PublicationHold hold = parts.target().hold(journal.plan(), lease);
    PublicationStanding standing;
    try {
      standing = inspect(hold, record.intent());
      journal.settled(standing, OptionalLong.empty(), Optional.empty());
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, hold);
      throw e;
    }
    Failures.closeAfterSuccess(hold, "The writer guard's hold");
    return standing;
  }

  /**
   * Asks for the standing, again after a passing failure: it only reads and fences. A failure to
   * tell is no standing of its own, and nothing is journaled by it.
   */
  PublicationStanding inspect(PublicationHold hold, PublicationIntent intent) {
    // An interruption must not turn an outcome that can be told into an unknown one.
    boolean interrupted = Thread.interrupted();
    try {
      for (int failures = 1; ; failures++) {
        lease.assertHeld();
        try {
          return hold.settle(intent);
        } catch (LeaseException e) {
          throw e;
        } catch (TransientChunkException e) {
          if (failures > parts.limits().retry().retries()) {
            throw notLookedAt(intent, e);
          }
          long pause = parts.limits().retry().pauseNanos(failures, parts.random());
          Pauses.pause(parts.scheduling(), parts.scheduling().gate(), pause, () -> false);
        } catch (RuntimeException e) {
          throw notLookedAt(intent, e);
        }
      }
    } catch (InterruptedException e) {
      interrupted = true;
      throw notLookedAt(intent, e);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static OutcomeUnknownException notLookedAt(PublicationIntent intent, Exception cause) {
    OutcomeUnknownException failure =
        new OutcomeUnknownException(
            ErrorCode.OUTCOME_UNKNOWN,
            "Whether the EXCHANGE happened could not be looked at: "
                + identities(intent)
                + ". Nothing is repeated; the same invocation id looks again.",
            cause);
    failure.at(Location.of(Phase.INSPECTION));
    return failure;
  }

  static OutcomeUnknownException unknown(
      PublicationIntent intent, PublicationStanding.Unknown standing) {
    OutcomeUnknownException failure =
        new OutcomeUnknownException(
            ErrorCode.OUTCOME_UNKNOWN,
            "Whether the EXCHANGE happened cannot be told ("
                + standing.reason()
                + "): "
                + identities(intent)
                + "; found behind the target's name: "
                + standing.observedTarget().orElse("nothing")
                + ", behind the generation's name: "
                + standing.observedGeneration().orElse("nothing")
                + ". Journal and tables are kept. Reconcile them and settle the run by decision.");
    failure.at(Location.of(Phase.INSPECTION));
    return failure;
  }

  static RunEndedException notPublished(PublicationIntent intent, String reason) {
    RunEndedException failure =
        new RunEndedException(
            ErrorCode.NOT_PUBLISHED,
            "The EXCHANGE did not happen and will not"
                + reason
                + "; "
                + identities(intent)
                + ". The target is as it was. Use a new invocation id.");
    failure.at(Location.of(Phase.INSPECTION));
    return failure;
  }

  static String identities(PublicationIntent intent) {
    return "run "
        + intent.run()
        + ", target table "
        + intent.targetTable()
        + " was "
        + intent.targetUuid()
        + ", generation table "
        + intent.generationTable()
        + " was "
        + intent.generationUuid();
  }
}
