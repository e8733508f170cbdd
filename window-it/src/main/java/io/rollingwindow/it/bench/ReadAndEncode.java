package io.rollingwindow.it.bench;

import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import io.rollingwindow.spi.SourceSnapshot;
import java.util.List;

/**
 * Our half before the target: read, check, encode and digest every row, and drop it.
 *
 * @param source the table
 * @param workers how many read side by side
 */
record ReadAndEncode(Source source, int workers) implements Contender {

  private static final int MAX_ENCODED_BYTES = 4 << 20;

  @Override
  public String name() {
    return "ours, read, encoded and digested into nothing, " + Figures.count(workers, "worker");
  }

  @Override
  public long run() throws Exception {
    WindowInterval window =
        WindowInterval.of(Shape.WINDOW_START, Shape.WINDOW_START.plus(Shape.WINDOW_LENGTH));
    ChunkGrid grid = new ChunkGrid(window, window.lengthMicros());
    WindowRequest request =
        new WindowRequest("bench", "bench", source.shape().schema(), Shape.WINDOW_COLUMN, grid);
    PostgresWindowSource reader = source.reader();
    try (SourceSnapshot snapshot = reader.open(request)) {
      List<SourceSlice> slices = snapshot.slices(grid.chunk(0), workers);
      return Workers.sum(workers, slices, slice -> read(slice, window));
    }
  }

  private long read(SourceSlice slice, WindowInterval window) throws Exception {
    RowEncoder rows =
        RowEncoder.builder(source.shape().schema())
            .window(Shape.WINDOW_COLUMN, window.startMicros(), window.endMicros())
            .digestKey(new DigestKey(1, 2))
            .maxEncodedBytes(MAX_ENCODED_BYTES)
            .sink((buffer, offset, length) -> {})
            .build();
    slice.read(rows, new CancellationToken());
    return rows.finish().rows();
  }
}
