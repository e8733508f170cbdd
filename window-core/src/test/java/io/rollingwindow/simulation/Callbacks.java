package io.rollingwindow.simulation;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.StateCallback;
import io.rollingwindow.simulation.Wire.Port;

/** The application's callbacks: durable, idempotent and fenced by the lease's token. */
final class Callbacks {

  private final Ledger ledger;
  private long newestToken;

  Callbacks(Ledger ledger) {
    this.ledger = ledger;
  }

  EvidenceCallback evidence(Wire wire) {
    return (plan, generation, receipts, lease, metrics) ->
        wire.change(
            Port.CALLBACK,
            "evidence.record",
            "evidence",
            () -> {},
            () -> {
              fence(lease.fencingToken());
              ledger.add(new Event.EvidenceRecorded(plan.runId().value(), lease.fencingToken()));
              return true;
            });
  }

  StateCallback state(Wire wire) {
    return (plan, lease) ->
        wire.change(
            Port.CALLBACK,
            "state.advance",
            "state",
            () -> {},
            () -> {
              fence(lease.fencingToken());
              ledger.add(new Event.StateAdvanced(plan.runId().value(), lease.fencingToken()));
              return true;
            });
  }

  private void fence(long token) {
    if (token < newestToken) {
      throw new IllegalStateException("the lease is stale");
    }
    newestToken = token;
  }
}
