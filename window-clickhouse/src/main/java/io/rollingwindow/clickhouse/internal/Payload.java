package io.rollingwindow.clickhouse.internal;

import java.io.IOException;
import java.io.OutputStream;

/**
 * A reusable buffer of whole rows in the form in which an insert sends them. One thread at a time
 * uses it.
 */
interface Payload {

  /**
   * Takes whole RowBinary rows from the front of a range, as many as belong into this payload, and
   * at least one unless it is full.
   *
   * @return how many bytes of the range were taken
   */
  int add(byte[] rows, int offset, int length);

  /** Whether it takes no more rows. */
  boolean isFull();

  /**
   * Writes the rows taken since the last {@link #clear()}.
   *
   * @throws IOException when the request's stream fails
   */
  void writeTo(OutputStream out) throws IOException;

  /** Forgets the rows and keeps memory for the next ones. */
  void clear();
}
