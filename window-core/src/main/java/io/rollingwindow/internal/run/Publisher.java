package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.SourceSnapshot;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Brings a fully staged run to publication: prepared, proven, intended, exchanged once and settled,
 * all under one hold of the writer guard.
 */
final class Publisher {

  private final RunParts parts;
  private final HeldLease lease;
  private final StopSignal stop;
  private final Settlement settlement;
  private final ListenerGuard listener;

  Publisher(RunParts parts, HeldLease lease, StopSignal stop) {
    this.parts = parts;
    this.lease = lease;
    this.stop = stop;
    this.settlement = new Settlement(parts.at(), lease);
    this.listener = new ListenerGuard(parts.listener());
  }

  void publish(RunJournal journal, List<ChunkReceipt> receipts, SourceSnapshot snapshot) {
    continueUnlessStopped();
    PublicationHold hold = parts.target().hold(journal.plan(), lease);
    try {
      prepare(journal, receipts, hold);
      snapshot.assertAlive();
      continueUnlessStopped();
      exchange(journal, hold);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, hold);
      throw e;
    }
    Failures.closeAfterSuccess(hold, "The writer guard's hold");
    listener.tell(to -> to.published(journal.run().run(), journal.generation()));
  }

  private void prepare(RunJournal journal, List<ChunkReceipt> receipts, PublicationHold hold) {
    try {
      PreparedGeneration generation = hold.prepare(receipts);
      requireAllRows(generation, receipts);
      journal.prepared(generation);
      listener.tell(to -> to.prepared(journal.run().run(), generation));
      continueUnlessStopped();
      GenerationProof proof = hold.prove(generation);
      journal.proven(proof);
    } catch (RuntimeException e) {
      throw Failures.typed(e).at(Location.of(Phase.PREPARATION));
    }
  }

  private static void requireAllRows(PreparedGeneration generation, List<ChunkReceipt> receipts) {
    long staged = receipts.stream().mapToLong(receipt -> receipt.totals().rows()).sum();
    if (generation.windowRows() != staged) {
      throw new RefusedException(
          ErrorCode.STAGING_MISMATCH,
          "The generation has "
              + generation.windowRows()
              + " rows in the window and "
              + staged
              + " were staged; the target is as it was.");
    }
  }

  private void exchange(RunJournal journal, PublicationHold hold) {
    PreparedGeneration generation = journal.generation();
    PublicationIntent intent =
        new PublicationIntent(
            journal.run().run(),
            parts.target().table(),
            generation.targetUuid(),
            generation.table(),
            generation.tableUuid(),
            lease.current().fencingToken());
    journal.publishing(intent);
    lease.assertHeld();
    Scheduling clock = parts.scheduling();
    long since = clock.nanoTime();
    String said = exchangeOnce(hold, intent);
    PublicationStanding standing = settlement.inspect(hold, intent);
    journal.settled(standing, OptionalLong.of(clock.nanoTime() - since), Optional.empty());
    if (standing instanceof PublicationStanding.Unknown unknown) {
      throw Settlement.unknown(intent, unknown);
    }
    if (standing instanceof PublicationStanding.NotPublished) {
      throw Settlement.notPublished(intent, said);
    }
  }

  /** Sends it, once; whatever comes back or is thrown is only a hint. */
  private static String exchangeOnce(PublicationHold hold, PublicationIntent intent) {
    try {
      ExchangeReply reply = hold.exchange(intent);
      if (reply instanceof ExchangeReply.Rejected rejected) {
        return " (the server refused it: " + rejected.reason() + ")";
      }
      return reply instanceof ExchangeReply.Lost lost
          ? " (its reply was lost: " + lost.reason() + ")"
          : "";
    } catch (RuntimeException e) {
      System.getLogger(Publisher.class.getName())
          .log(System.Logger.Level.WARNING, "The EXCHANGE gave no answer; its outcome follows", e);
      return " (it was broken off: " + e.getClass().getSimpleName() + ")";
    }
  }

  private void continueUnlessStopped() {
    stop.throwIfStoppedOrInterrupted();
    lease.assertHeld();
  }
}
