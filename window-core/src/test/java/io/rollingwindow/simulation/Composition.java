package io.rollingwindow.simulation;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.SimulatedRuntime;
import io.rollingwindow.StateCallback;
import io.rollingwindow.WindowListener;
import io.rollingwindow.internal.run.RetryPolicy;
import io.rollingwindow.internal.run.RunParts;
import io.rollingwindow.internal.run.TargetParts;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.Stored;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The product's runtime in one process of a world, with a flaw built in where one is wanted. */
final class Composition {

  private Composition() {}

  static RollingWindowRuntime runtime(World world, HostProcess process) {
    Wire wire = new Wire(world, process);
    VirtualStore store = new VirtualStore(world.vault(), wire);
    EvidenceCallback evidence = world.callbacks().evidence(wire);
    StateCallback state = world.callbacks().state(wire);
    TargetParts at =
        new TargetParts(
            target(world, wire),
            store,
            world.flaw() == Flaw.PUBLISH_BEFORE_INTENT ? new LateIntents(store) : store,
            new VirtualScheduling(world.kernel(), process),
            new SeededRandom(world.random()),
            new TargetParts.Limits(
                Duration.ofNanos(World.LEASE_NANOS),
                new RetryPolicy(2, Duration.ofNanos(World.LEASE_NANOS / 10)),
                Duration.ofSeconds(60)));
    return SimulatedRuntime.of(
        new RunParts(
            "route",
            new VirtualSource(world, wire),
            at,
            world.flaw() == Flaw.STATE_BEFORE_EVIDENCE ? stateFirst(state, evidence) : evidence,
            state,
            WindowListener.NOOP));
  }

  private static EvidenceCallback stateFirst(StateCallback state, EvidenceCallback evidence) {
    return (plan, generation, receipts, lease, metrics) -> {
      state.advance(plan, lease);
      evidence.record(plan, generation, receipts, lease, metrics);
    };
  }

  private static VirtualTarget target(World world, Wire wire) {
    return switch (world.flaw()) {
      case TRUST_ABSENCE, JOIN_WITHOUT_FENCE, SEND_AGAIN ->
          new VirtualTarget(world, wire) {
            @Override
            VirtualHold newHold(WindowPlan plan, HeldLease lease, long token, String handle) {
              return new FlawedHold(world, wire, plan, lease, token, handle);
            }
          };
      default -> new VirtualTarget(world, wire);
    };
  }

  /** A hold that guesses. */
  private static final class FlawedHold extends VirtualHold {

    private final Flaw flaw;

    FlawedHold(
        World world, Wire wire, WindowPlan plan, HeldLease lease, long token, String handle) {
      super(world, wire, plan, lease, token, handle);
      this.flaw = world.flaw();
    }

    @Override
    void fence(PublicationIntent intent) {
      switch (flaw) {
        case TRUST_ABSENCE -> {}
        case JOIN_WITHOUT_FENCE -> join(intent);
        default -> super.fence(intent);
      }
    }

    @Override
    public ExchangeReply exchange(PublicationIntent intent) {
      ExchangeReply reply = super.exchange(intent);
      return flaw == Flaw.SEND_AGAIN && reply instanceof ExchangeReply.Lost
          ? super.exchange(intent)
          : reply;
    }
  }

  /** Acknowledges an intent at once and writes it only with what became of it. */
  private static final class LateIntents implements PublicationRecords {

    private final PublicationRecords records;
    private Optional<PublicationRecord> held = Optional.empty();

    LateIntents(PublicationRecords records) {
      this.records = records;
    }

    @Override
    public Optional<Stored<PublicationRecord>> publication(String targetId, RunId run) {
      return records.publication(targetId, run);
    }

    @Override
    public List<Stored<PublicationRecord>> unsettledPublications(String targetId) {
      return records.unsettledPublications(targetId);
    }

    @Override
    public Stored<PublicationRecord> save(
        Lease lease, PublicationRecord record, long expectedRevision) {
      if (expectedRevision == 0) {
        held = Optional.of(record);
        return new Stored<>(record, 1);
      }
      if (held.isPresent()) {
        records.save(lease, held.get(), 0);
        held = Optional.empty();
      }
      return records.save(lease, record, expectedRevision);
    }
  }

  /** A source of randomness that a seed repeats. */
  private static final class SeededRandom extends SecureRandom {

    private static final long serialVersionUID = 1L;

    SeededRandom(Random random) {
      super(new Seeded(random), null);
    }

    private static final class Seeded extends SecureRandomSpi {

      private static final long serialVersionUID = 1L;

      private final Random random;

      Seeded(Random random) {
        this.random = random;
      }

      @Override
      protected void engineSetSeed(byte[] seed) {}

      @Override
      protected void engineNextBytes(byte[] bytes) {
        random.nextBytes(bytes);
      }

      @Override
      protected byte[] engineGenerateSeed(int bytes) {
        return new byte[bytes];
      }
    }
  }
}
