package io.rollingwindow.postgres.internal;

import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.SourceSlice;
import java.util.List;

/** Some ranges of rows, read one after the other by one worker. */
final class PgSlice implements SourceSlice {

  private final PgSnapshot snapshot;
  private final List<RowRange> ranges;

  PgSlice(PgSnapshot snapshot, List<RowRange> ranges) {
    this.snapshot = snapshot;
    this.ranges = List.copyOf(ranges);
  }

  @Override
  public void read(RowEncoder rows, CancellationToken cancellation) {
    snapshot.read(ranges, rows, cancellation);
  }
}
