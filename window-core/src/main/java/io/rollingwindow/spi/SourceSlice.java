package io.rollingwindow.spi;

import io.rollingwindow.row.RowEncoder;

/** A part of a chunk that one worker reads on a connection of its own. */
public interface SourceSlice {

  /**
   * Reads every row of the slice, once, into the encoder. It returns after the last row was handed
   * over; it does not call {@link RowEncoder#finish()}. After a failure its connection is closed; a
   * clean one may serve another slice of the snapshot, and is closed with it at the latest.
   *
   * @param rows where the rows go; its sink may block, and that holds the source back
   * @param cancellation stops the read promptly, also while it blocks
   * @throws io.rollingwindow.error.WindowException typed: transient, snapshot expired, refused
   *     value or row, cancelled
   */
  void read(RowEncoder rows, CancellationToken cancellation);
}
