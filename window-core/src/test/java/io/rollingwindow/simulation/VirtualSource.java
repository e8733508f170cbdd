package io.rollingwindow.simulation;

import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.simulation.Fault.Nature;
import io.rollingwindow.simulation.Wire.Port;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.WindowSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The source as one process sees it. No two snapshots have the same rows. */
final class VirtualSource implements WindowSource {

  private final World world;
  private final Wire wire;

  VirtualSource(World world, Wire wire) {
    this.world = world;
    this.wire = wire;
  }

  @Override
  public SourcePreflight preflight(WindowRequest request) {
    return wire.look(
        Port.SOURCE,
        "source.preflight",
        () -> new SourcePreflight(List.of(), OptionalLong.of(1), OptionalLong.of(1)));
  }

  @Override
  public SourceSnapshot open(WindowRequest request) {
    int number = wire.look(Port.SOURCE, "source.open", () -> world.openSnapshot());
    return new Snapshot(number, "s" + number);
  }

  @Override
  public Optional<SourceSnapshot> reopen(WindowRequest request, SourceIdentity identity) {
    if (!world.settings().reopenable()) {
      return Optional.empty();
    }
    int number = Integer.parseInt(identity.snapshot().substring(1));
    int opened =
        wire.look(
            Port.SOURCE,
            "source.reopen",
            () -> world.flaw() == Flaw.ANOTHER_SNAPSHOT ? world.openSnapshot() : number);
    return Optional.of(new Snapshot(opened, identity.snapshot()));
  }

  /** One snapshot. */
  private final class Snapshot implements SourceSnapshot {

    private final int number;
    private final String name;
    private final String handle;

    Snapshot(int number, String name) {
      this.number = number;
      this.name = name;
      this.handle = "snapshot " + number;
      wire.process().opened(handle);
    }

    @Override
    public SourceIdentity identity() {
      return new SourceIdentity("system", "database", "relation", name);
    }

    @Override
    public void assertAlive() {
      look("snapshot.assertAlive", new CancellationToken());
    }

    @Override
    public List<SourceSlice> slices(Chunk chunk, int limit) {
      look("snapshot.slices", new CancellationToken());
      List<Row> rows = world.snapshotRows(number, chunk.index());
      if (limit == 1 || rows.size() < 2) {
        return List.of(new Slice(rows));
      }
      int half = rows.size() / 2;
      return List.of(new Slice(rows.subList(0, half)), new Slice(rows.subList(half, rows.size())));
    }

    void look(String name, CancellationToken cancellation) {
      wire.call(
          new Wire.Request<>(
              Port.SOURCE,
              name,
              Nature.SNAPSHOT,
              name,
              () -> {},
              () -> true,
              cancellation::isCancelled));
    }

    @Override
    public void close() {
      wire.process().closed(handle);
      wire.close(Port.SOURCE, "snapshot.close", () -> {});
    }

    /** A part of a chunk. */
    private final class Slice implements SourceSlice {

      private final List<Row> rows;

      Slice(List<Row> rows) {
        this.rows = rows;
      }

      @Override
      public void read(RowEncoder encoder, CancellationToken cancellation) {
        look("slice.read", cancellation);
        try {
          for (Row row : rows) {
            cancellation.throwIfCancelled();
            encoder.int64(row.id());
            encoder.epochMicros(row.micros());
            encoder.endRow();
          }
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
      }
    }
  }
}
