package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.simulation.Fault.Nature;
import io.rollingwindow.simulation.Warehouse.Table;
import io.rollingwindow.simulation.Wire.Port;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.StagingTable;
import java.util.List;
import java.util.Optional;

/** Preparation and publication as one process sees them. */
class VirtualHold implements PublicationHold {

  private final World world;
  private final Wire wire;
  private final WindowPlan plan;
  private final HeldLease lease;
  private final long token;
  private final String handle;
  private List<Row> preparedAgainst = List.of();

  VirtualHold(World world, Wire wire, WindowPlan plan, HeldLease lease, long token, String handle) {
    this.world = world;
    this.wire = wire;
    this.plan = plan;
    this.lease = lease;
    this.token = token;
    this.handle = handle;
  }

  @Override
  public PreparedGeneration prepare(List<ChunkReceipt> receipts) {
    return wire.change(
        Port.TARGET,
        "hold.prepare",
        plan.runId() + "-prepare",
        this::assertHeld,
        () -> build(receipts));
  }

  private PreparedGeneration build(List<ChunkReceipt> receipts) {
    // A name of this hold's own: a late request of an older one cannot touch it.
    String name = Warehouse.GENERATION + plan.runId() + "-" + token;
    world.warehouse().drop(name);
    Table target = world.warehouse().table(Warehouse.TARGET);
    List<Row> outside = target.rows.stream().filter(row -> !isInside(row)).toList();
    Table generation = world.warehouse().create(name);
    generation.rows.addAll(outside);
    for (ChunkReceipt receipt : receipts) {
      receipt.staging().ifPresent(table -> generation.rows.addAll(stagedRows(table)));
    }
    preparedAgainst = List.copyOf(target.rows);
    world.ledger().add(new Event.Built(plan.runId().value(), generation.uuid));
    return new PreparedGeneration(
        name,
        generation.uuid,
        target.uuid,
        GenerationStrategy.REBUILD,
        outside.size(),
        (long) generation.rows.size() - outside.size(),
        0);
  }

  private List<Row> stagedRows(StagingTable table) {
    Table staged = world.warehouse().table(table.name());
    if (!staged.uuid.equals(table.uuid())) {
      throw new RefusedException(ErrorCode.STAGING_MISMATCH, "A staging table was replaced.");
    }
    return staged.rows;
  }

  private boolean isInside(Row row) {
    return row.isInside(plan.interval().startMicros(), plan.interval().endMicros());
  }

  @Override
  public GenerationProof prove(PreparedGeneration generation) {
    return wire.look(
        Port.TARGET,
        "hold.prove",
        () -> {
          Table target = world.warehouse().table(Warehouse.TARGET);
          if (!target.uuid.equals(generation.targetUuid())
              || !target.rows.equals(preparedAgainst)) {
            throw new RefusedException(ErrorCode.TARGET_CHANGED, "The target has changed.");
          }
          return new GenerationProof(
              0, 1, generation.outsideRows(), GenerationProof.Durability.FORCED, 0);
        });
  }

  @Override
  public ExchangeReply exchange(PublicationIntent intent) {
    try {
      return wire.call(
          new Wire.Request<ExchangeReply>(
              Port.TARGET,
              "hold.exchange",
              Nature.EXCHANGE,
              intent.operationId(),
              () -> {
                assertHeld();
                world
                    .ledger()
                    .add(new Event.ExchangeSent(wire.process().name(), intent.run().value()));
              },
              () -> atServer(intent),
              () -> false));
    } catch (TransientChunkException e) {
      return new ExchangeReply.Lost("no reply");
    }
  }

  private ExchangeReply atServer(PublicationIntent intent) {
    if (!world.warehouse().has(intent.generationTable())) {
      return new ExchangeReply.Rejected("no such table");
    }
    world
        .warehouse()
        .exchange(intent.run().value(), intent.targetTable(), intent.generationTable());
    return new ExchangeReply.Acknowledged();
  }

  @Override
  public PublicationStanding settle(PublicationIntent intent) {
    return wire.change(
        Port.TARGET,
        "hold.settle",
        plan.runId() + "-settle",
        this::assertHeld,
        () -> standing(intent));
  }

  private PublicationStanding standing(PublicationIntent intent) {
    fence(intent);
    Table target = world.warehouse().table(Warehouse.TARGET);
    Optional<String> beside =
        List.of(retired(intent), intent.generationTable()).stream()
            .filter(world.warehouse()::has)
            .findFirst()
            .map(name -> world.warehouse().table(name).uuid);
    if (target.uuid.equals(intent.generationUuid())
        && beside.equals(Optional.of(intent.targetUuid()))) {
      return new PublicationStanding.Published(retired(intent));
    }
    if (target.uuid.equals(intent.targetUuid())
        && beside.equals(Optional.of(intent.generationUuid()))) {
      return new PublicationStanding.NotPublished();
    }
    return new PublicationStanding.Unknown(
        "other tables stand there", Optional.of(target.uuid), beside);
  }

  /** Kills and joins the request, and takes away what a late copy of it would need. */
  void fence(PublicationIntent intent) {
    join(intent);
    world.warehouse().rename(intent.generationTable(), retired(intent));
  }

  void join(PublicationIntent intent) {
    world.requests().end(intent.operationId());
  }

  private static String retired(PublicationIntent intent) {
    return intent.generationTable() + Warehouse.RETIRED;
  }

  @Override
  public void close() {
    wire.process().closed(handle);
    wire.close(
        Port.TARGET,
        "hold.close",
        () -> {
          world.requests().end(plan.runId() + "-exchange");
          world.requests().end(plan.runId() + "-prepare");
          world.warehouse().leaveHold(token);
        });
  }

  private void assertHeld() {
    lease.assertHeld();
    world.warehouse().requireHold(token);
  }
}
