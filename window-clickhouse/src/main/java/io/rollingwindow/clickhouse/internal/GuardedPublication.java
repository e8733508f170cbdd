package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.util.List;

/** Preparation, proof, exchange and inspection under one hold of the writer guard. */
final class GuardedPublication implements PublicationHold {

  private static final System.Logger LOG = System.getLogger(GuardedPublication.class.getName());

  private final TargetContext context;
  private final WindowPlan plan;
  private final HeldLease lease;
  private final ExclusiveWindowWriterGuard.Hold hold;
  private final String operation;
  private ControlSession session;
  private Baseline baseline;
  private boolean working;

  private GuardedPublication(
      TargetContext context,
      WindowPlan plan,
      HeldLease lease,
      ExclusiveWindowWriterGuard.Hold hold) {
    this.context = context;
    this.plan = plan;
    this.lease = lease;
    this.hold = hold;
    this.operation = plan.runId() + "-publication";
  }

  static GuardedPublication take(TargetContext context, WindowPlan plan, HeldLease lease) {
    lease.assertHeld();
    try {
      return new GuardedPublication(context, plan, lease, context.guard().hold(lease.current()));
    } catch (Exception e) {
      throw TargetContext.guardRefused(e);
    }
  }

  /** Opened late, so that a hold can be taken and given back while the server is away. */
  private ControlSession session() {
    if (session == null) {
      session = context.openAnew(operation);
    }
    return session;
  }

  private void assertHeld() {
    lease.assertHeld();
    TargetContext.guarded(hold::assertHeld);
  }

  @Override
  public PreparedGeneration prepare(List<ChunkReceipt> receipts) {
    return Failures.typed("Preparing the generation", () -> prepared(List.copyOf(receipts)));
  }

  private PreparedGeneration prepared(List<ChunkReceipt> receipts) {
    long begun = System.nanoTime();
    assertHeld();
    TargetFacts facts = new TargetAdmission(context, session()).require();
    dropRemains(facts);
    GenerationBuilder builder = new GenerationBuilder(context, session(), plan, this::assertHeld);
    builder.requireStaging(receipts, facts.definition());
    PartHistory parts = PartHistory.read(session(), context.target());
    InsideRows inside = InsideRows.read(session(), context, plan, context.target());
    baseline = new Baseline(facts, parts, inside, facts.strategy(context.strategy()));
    working = true;
    GenerationBuilder.Built built = builder.build(baseline, receipts);
    working = false;
    return new PreparedGeneration(
        built.table().name(),
        built.uuid(),
        facts.uuid(),
        baseline.strategy(),
        built.outsideRows(),
        built.windowRows(),
        System.nanoTime() - begun);
  }

  /** Drops what an interrupted preparation of this run left; its requests are ended first. */
  private void dropRemains(TargetFacts facts) {
    RunningRequests requests =
        new RunningRequests(session().as(operation + "-fence"), context.limits().join());
    // Our own session is idle while it asks, so whatever carries the id is of an earlier process.
    if (!requests.killAndJoin(operation)) {
      throw new TransientChunkException(
          ErrorCode.TRANSIENT_FAILURE,
          "Requests of an interrupted preparation did not end in time. The target is as it was; run"
              + " the same invocation again.");
    }
    String prefix = OwnedNames.generationPrefix(plan.runId());
    for (Tables.Found found : Tables.byPrefix(session(), context.target().database(), prefix)) {
      boolean ours =
          found.owner().filter(owner -> owner.kind() == OwnedKind.GENERATION).isPresent();
      if (ours && !found.uuid().equals(facts.uuid())) {
        assertHeld();
        Tables.drop(session(), context.target().sibling(found.name()));
      }
    }
  }

  @Override
  public GenerationProof prove(PreparedGeneration generation) {
    if (baseline == null) {
      throw new IllegalStateException("a generation is proven in the hold that prepared it");
    }
    return Failures.typed(
        "Proving the generation",
        () -> {
          assertHeld();
          return new GenerationProver(context, session(), plan).prove(generation, baseline);
        });
  }

  @Override
  public ExchangeReply exchange(PublicationIntent intent) {
    requireOwn(intent);
    ControlSession exchanging =
        Failures.typed(
            "Looking at both tables before the exchange",
            () -> {
              requireExchangeable(intent);
              return session().as(intent.operationId());
            });
    assertHeld();
    return new Exchange(context, exchanging).send(intent);
  }

  private void requireExchangeable(PublicationIntent intent) {
    ObservedIdentities observed = ObservedIdentities.read(session(), context.target(), intent);
    if (!observed.isBefore(intent)) {
      throw new RefusedException(
          ErrorCode.TARGET_CHANGED,
          "The two names do not stand for the tables that were prepared. The exchange was not sent"
              + " and nothing was changed; use a new invocation.");
    }
  }

  private void requireOwn(PublicationIntent intent) {
    if (!intent.run().equals(plan.runId()) || !intent.targetTable().equals(context.table())) {
      throw new ConfigurationException(
          ErrorCode.COMPOSITION_INVALID,
          "The intent belongs to another run or target. Nothing was sent.");
    }
  }

  @Override
  public PublicationStanding settle(PublicationIntent intent) {
    requireOwn(intent);
    return new Settlement(context, this::session, this::assertHeld).settle(intent);
  }

  @Override
  public void close() {
    try {
      if (working) {
        joinWork();
      }
    } finally {
      if (session != null) {
        session.close();
      }
      hold.close();
    }
  }

  /**
   * What runs on after a failure writes into the generation alone, but must not outlive the hold.
   */
  private void joinWork() {
    try (ControlSession fence = context.open(operation + "-fence")) {
      if (!new RunningRequests(fence, context.limits().join()).killAndJoin(operation)) {
        LOG.log(System.Logger.Level.ERROR, "Requests of {0} did not end in time", operation);
      }
    } catch (StatementFailure failure) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Requests of {0} could not be joined: {1}",
          operation,
          failure.getMessage());
    }
  }
}
