package io.rollingwindow.spi;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import java.util.function.Consumer;

/**
 * One attempt at staging one chunk. Several streams may load it side by side. After any failure the
 * attempt is never trusted again: it is closed, {@linkplain WindowTarget#discard discarded}, and
 * the next attempt has another table. Closing ends every request of the attempt.
 */
public interface StagingAttempt extends AutoCloseable {

  /**
   * Which attempt this is.
   *
   * @return its identity
   */
  AttemptId id();

  /**
   * Opens a stream into the staging table. A request is sent only once a payload is ready, so a
   * slow source costs nothing, and the table is made no earlier than that.
   *
   * @return the stream, for one thread; the caller closes it
   */
  StagingStream openStream();

  /**
   * Verifies on the server that the staging table holds exactly these rows: count, digest, bounds
   * and NULL counts. Where there was no row, there need not be a table, and then there is nothing
   * to verify. To be called once, after every stream was finished.
   *
   * <p>When anything differs, and only then, the chunk may be read once more to tell which rows do.
   * A second reading that fails does not take the place of the difference.
   *
   * @param totals the sum over all streams
   * @param again puts every row of the chunk, as the snapshot has it, into an encoder, which it
   *     does not finish
   * @return the receipt
   * @throws io.rollingwindow.error.RefusedException when anything differs; the message says how
   *     many rows and gives hashes of them, never values
   */
  ChunkReceipt verify(RowTotals totals, Consumer<RowEncoder> again);

  @Override
  void close();
}
