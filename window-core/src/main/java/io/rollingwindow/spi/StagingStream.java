package io.rollingwindow.spi;

import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;

/** One stream of rows into a staging table, for one thread. */
public interface StagingStream extends AutoCloseable {

  /**
   * Where the rows are put.
   *
   * @return always the same encoder, set up for the schema, the chunk's bounds and the plan's
   *     digest key
   */
  RowEncoder rows();

  /**
   * Sends what is left and waits until the server has taken everything.
   *
   * @return what was encoded and acknowledged
   * @throws io.rollingwindow.error.WindowException typed, transient where the reply was lost
   */
  RowTotals finish();

  /** Ends the stream; without {@link #finish()} before it, its request is broken off. */
  @Override
  void close();
}
