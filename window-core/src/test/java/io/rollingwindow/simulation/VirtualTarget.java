package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.simulation.Wire.Port;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.spi.StagingTable;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.spi.WindowTarget;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The target as one process sees it. */
class VirtualTarget implements WindowTarget {

  private static final int ROW_BYTES = 2 * Long.BYTES + 1;
  private static final int MOST_BYTES = 4 * ROW_BYTES;

  private final World world;
  private final Wire wire;

  VirtualTarget(World world, Wire wire) {
    this.world = world;
    this.wire = wire;
  }

  @Override
  public String targetId() {
    return World.TARGET_ID;
  }

  @Override
  public String table() {
    return Warehouse.TARGET;
  }

  @Override
  public WindowSchema schema() {
    return World.SCHEMA;
  }

  @Override
  public String windowColumn() {
    return World.WINDOW_COLUMN;
  }

  @Override
  public TargetPreflight preflight(WindowRequest request, PreflightMode mode) {
    return wire.look(
        Port.TARGET,
        "target.preflight",
        () ->
            new TargetPreflight(
                List.of(), Optional.of(GenerationStrategy.REBUILD), 1, 1, List.of()));
  }

  @Override
  public StagingAttempt stage(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    return new Attempt(plan, attempt, lease);
  }

  @Override
  public void discard(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    wire.change(
        Port.TARGET,
        "target.discard",
        attempt + "-discard",
        () -> assertLease(lease),
        () -> {
          world.warehouse().fence(attempt.toString());
          world.requests().end(attempt.toString());
          world.warehouse().drop(stagingTable(attempt));
          return true;
        });
  }

  @Override
  public boolean confirm(WindowPlan plan, ChunkReceipt receipt) {
    return wire.look(
        Port.TARGET,
        "target.confirm",
        () -> {
          if (receipt.staging().isEmpty()) {
            return true;
          }
          StagingTable staging = receipt.staging().get();
          if (!world.warehouse().has(staging.name())) {
            return false;
          }
          Warehouse.Table table = world.warehouse().table(staging.name());
          return table.uuid.equals(staging.uuid()) && table.rows.size() == receipt.totals().rows();
        });
  }

  @Override
  public PublicationHold hold(WindowPlan plan, HeldLease lease) {
    long token = lease.current().fencingToken();
    wire.change(
        Port.TARGET,
        "target.hold",
        plan.runId() + "-hold",
        () -> assertLease(lease),
        () -> {
          world.warehouse().takeHold(token);
          return true;
        });
    String handle = "hold " + token;
    wire.process().opened(handle);
    return newHold(plan, lease, token, handle);
  }

  VirtualHold newHold(WindowPlan plan, HeldLease lease, long token, String handle) {
    return new VirtualHold(world, wire, plan, lease, token, handle);
  }

  @Override
  public void dropStaging(WindowPlan plan, List<ChunkReceipt> receipts, HeldLease lease) {
    wire.change(
        Port.TARGET,
        "target.dropStaging",
        plan.runId() + "-drop",
        () -> assertLease(lease),
        () -> {
          receipts.forEach(
              receipt ->
                  receipt.staging().ifPresent(table -> world.warehouse().drop(table.name())));
          return true;
        });
  }

  private void assertLease(HeldLease lease) {
    lease.assertHeld();
    world.warehouse().admit(lease.current().fencingToken());
  }

  private static String stagingTable(AttemptId attempt) {
    return "staging-" + attempt;
  }

  /** One attempt at one chunk. */
  private final class Attempt implements StagingAttempt {

    private final WindowPlan plan;
    private final AttemptId id;
    private final HeldLease lease;
    private final String handle;
    private boolean made;
    private RuntimeException failed;

    Attempt(WindowPlan plan, AttemptId id, HeldLease lease) {
      this.plan = plan;
      this.id = id;
      this.lease = lease;
      this.handle = "attempt " + id;
      wire.process().opened(handle);
    }

    @Override
    public AttemptId id() {
      return id;
    }

    @Override
    public StagingStream openStream() {
      return new Stream(plan.grid().chunk(id.chunk()), plan, this);
    }

    /**
     * Made before the first rows are sent, and after a failure not tried again. Streams may come to
     * it together: the second of them then finds what the first has made.
     */
    private void makeTable() {
      if (failed != null) {
        throw failed;
      }
      if (!made) {
        try {
          create();
        } catch (RuntimeException e) {
          failed = e;
          throw e;
        }
        made = true;
      }
    }

    private void create() {
      wire.change(
          Port.TARGET,
          "attempt.create",
          id.toString(),
          () -> assertLease(lease),
          () -> {
            world.warehouse().requireUnfenced(id.toString());
            if (!world.warehouse().has(stagingTable(id))) {
              world.ledger().add(new Event.Staged(id.run().value(), id.chunk(), id.attempt()));
              world.warehouse().create(stagingTable(id));
            }
            return true;
          });
    }

    void load(List<Row> rows) {
      makeTable();
      wire.change(
          Port.TARGET,
          "stream.load",
          id.toString(),
          () -> assertLease(lease),
          () -> world.warehouse().table(stagingTable(id)).rows.addAll(rows));
    }

    @Override
    public ChunkReceipt verify(RowTotals totals, Consumer<RowEncoder> again) {
      if (!made && totals.rows() == 0) {
        return new ChunkReceipt(id, Optional.empty(), totals, 0);
      }
      Warehouse.Table table =
          wire.look(
              Port.TARGET,
              "attempt.verify",
              () -> {
                Warehouse.Table staged = world.warehouse().table(stagingTable(id));
                if (staged.rows.size() != totals.rows()) {
                  throw new RefusedException(
                      ErrorCode.STAGING_MISMATCH, "The staged rows differ in number.");
                }
                return staged;
              });
      return new ChunkReceipt(
          id, Optional.of(new StagingTable(stagingTable(id), table.uuid)), totals, 0);
    }

    @Override
    public void close() {
      wire.process().closed(handle);
      wire.close(Port.TARGET, "attempt.close", () -> world.requests().end(id.toString()));
    }
  }

  /** One stream of rows; every few of them are sent together. */
  private final class Stream implements StagingStream {

    private final RowEncoder encoder;
    private final String handle;

    Stream(Chunk chunk, WindowPlan plan, Attempt attempt) {
      this.handle = "stream " + System.identityHashCode(this) + " of " + attempt.id();
      this.encoder =
          RowEncoder.builder(World.SCHEMA)
              .window(
                  World.WINDOW_COLUMN, chunk.interval().startMicros(), chunk.interval().endMicros())
              .digestKey(plan.digestKey())
              .maxEncodedBytes(MOST_BYTES)
              .payloadBytes(2 * ROW_BYTES)
              .sink((bytes, offset, length) -> attempt.load(decode(bytes, offset, length)))
              .build();
      wire.process().opened(handle);
    }

    @Override
    public RowEncoder rows() {
      return encoder;
    }

    @Override
    public RowTotals finish() {
      try {
        return encoder.finish();
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void close() {
      wire.process().closed(handle);
    }
  }

  private static List<Row> decode(byte[] bytes, int offset, int length) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length).order(ByteOrder.LITTLE_ENDIAN);
    List<Row> rows = new ArrayList<>();
    while (buffer.hasRemaining()) {
      long id = buffer.getLong();
      boolean isNull = buffer.get() != 0;
      rows.add(new Row(id, isNull ? Row.NULL : buffer.getLong()));
    }
    return rows;
  }
}
