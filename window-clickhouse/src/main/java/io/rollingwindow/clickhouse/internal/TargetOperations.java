package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingTable;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.spi.WindowTarget;
import io.rollingwindow.type.WindowSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the target does when it is asked; every call stands for itself. */
public final class TargetOperations implements WindowTarget {

  private final TargetContext context;

  /**
   * The operations of a target.
   *
   * @param context its composition
   */
  public TargetOperations(TargetContext context) {
    this.context = context;
  }

  @Override
  public String targetId() {
    return context.targetId();
  }

  @Override
  public String table() {
    return context.table();
  }

  @Override
  public WindowSchema schema() {
    return context.schema();
  }

  @Override
  public String windowColumn() {
    return context.windowColumn();
  }

  @Override
  public TargetPreflight preflight(WindowRequest request, PreflightMode mode) {
    return Failures.typed("Looking at the target", () -> look(request, mode));
  }

  private TargetPreflight look(WindowRequest request, PreflightMode mode) {
    List<Finding> findings = new ArrayList<>();
    checkRequest(request, findings);
    checkGuard(findings);
    try (ControlSession session = context.openAnew(context.targetId() + "-preflight")) {
      List<String> notes = new ArrayList<>();
      new ServerRules(context, session, context.profile()).check(findings, notes);
      TargetAdmission.Look look = new TargetAdmission(context, session).look();
      findings.addAll(look.findings());
      notes.addAll(DetachedParts.notes(session, context.target()));
      if (mode == PreflightMode.DRY_RUN) {
        notes.add("Whether the server can exchange tables was not tried, because that writes.");
      } else if (findings.isEmpty()) {
        new ExchangeProbe(context, session).check(findings);
      }
      return new TargetPreflight(
          findings,
          look.facts().map(facts -> facts.strategy(context.strategy())),
          look.facts().map(TargetFacts::rows).orElse(0L),
          look.facts().map(TargetFacts::bytes).orElse(0L),
          notes);
    }
  }

  private void checkRequest(WindowRequest request, List<Finding> findings) {
    if (!request.targetId().equals(context.targetId())
        || !request.schema().equals(context.schema())
        || !request.windowColumn().equals(context.windowColumn())) {
      findings.add(
          new Finding(
              ErrorCode.COMPOSITION_INVALID,
              context.targetId(),
              "The request is for another target, schema or window column."));
    }
  }

  private void checkGuard(List<Finding> findings) {
    try {
      context.guard().validate(context.targetId());
    } catch (Exception e) {
      findings.add(
          new Finding(
              ErrorCode.WRITER_GUARD_REFUSED,
              context.targetId(),
              TargetContext.guardRefused(e).getMessage()));
    }
  }

  @Override
  public StagingAttempt stage(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    requireOwn(plan, lease);
    return Failures.typed(
        "Beginning chunk " + attempt.chunk(),
        () -> {
          // Asked again before the table is made; here, so that no row is read in vain.
          context.assertWritable(lease);
          return new ChunkStaging(context, plan, attempt, lease);
        });
  }

  @Override
  public void discard(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    requireOwn(plan, lease);
    Failures.typed(
        "Discarding attempt " + attempt.attempt() + " at chunk " + attempt.chunk(),
        () -> {
          discardFenced(attempt, lease);
          return null;
        });
  }

  private void discardFenced(AttemptId attempt, HeldLease lease) {
    lease.assertHeld();
    TargetContext.guarded(() -> context.guard().fenceAttempt(lease.current(), attempt.toString()));
    TableRef table = context.target().sibling(OwnedNames.staging(attempt));
    try (ControlSession session = context.open(attempt + "-discard")) {
      if (!new RunningRequests(session, context.limits().join()).killAndJoin(attempt.toString())) {
        throw stillThere("Requests of the attempt did not end in time");
      }
      context.assertWritable(lease);
      Tables.drop(session, table);
      if (Tables.byName(session, table).isPresent()) {
        throw stillThere("The staging table is still there after it was dropped");
      }
    }
  }

  private static TransientChunkException stillThere(String what) {
    return new TransientChunkException(
        ErrorCode.TRANSIENT_FAILURE,
        what + ". The attempt is not trusted and will be discarded again.");
  }

  @Override
  public boolean confirm(WindowPlan plan, ChunkReceipt receipt) {
    context.requireOwn(plan);
    return receipt.staging().isEmpty()
        || Failures.typed(
            "Confirming chunk " + receipt.chunk(),
            () -> isStill(receipt.staging().get(), plan, receipt));
  }

  private boolean isStill(StagingTable staging, WindowPlan plan, ChunkReceipt receipt) {
    TableRef table = context.target().sibling(staging.name());
    try (ControlSession session = context.open(receipt.attempt() + "-confirm")) {
      Optional<Tables.Found> found = Tables.byName(session, table);
      if (found.isEmpty() || !found.get().uuid().equals(staging.uuid())) {
        return false;
      }
      StagedTable staged = StagedTable.read(session, context, plan, table);
      return staged.uuid().equals(staging.uuid()) && staged.figures().agreesWith(receipt.totals());
    }
  }

  @Override
  public PublicationHold hold(WindowPlan plan, HeldLease lease) {
    requireOwn(plan, lease);
    return GuardedPublication.take(context, plan, lease);
  }

  @Override
  public void dropStaging(WindowPlan plan, List<ChunkReceipt> receipts, HeldLease lease) {
    requireOwn(plan, lease);
    Failures.typed(
        "Dropping the staging tables of a run",
        () -> {
          dropAll(plan, lease);
          return null;
        });
  }

  /** Drops by what is there, so that tables of attempts without a receipt go too. */
  private void dropAll(WindowPlan plan, HeldLease lease) {
    try (ControlSession session = context.open(plan.runId() + "-tidy")) {
      String prefix = OwnedNames.stagingPrefix(plan.runId());
      for (Tables.Found found : Tables.byPrefix(session, context.target().database(), prefix)) {
        if (found.owner().filter(owner -> owner.kind() == OwnedKind.STAGING).isPresent()) {
          context.assertWritable(lease);
          Tables.drop(session, context.target().sibling(found.name()));
        }
      }
    }
  }

  private void requireOwn(WindowPlan plan, HeldLease lease) {
    context.requireOwn(plan);
    context.requireOwn(lease);
  }
}
