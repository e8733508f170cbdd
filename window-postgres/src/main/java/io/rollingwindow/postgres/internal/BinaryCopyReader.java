package io.rollingwindow.postgres.internal;

import static io.rollingwindow.postgres.internal.BigEndian.int16;
import static io.rollingwindow.postgres.internal.BigEndian.int32;

import io.rollingwindow.row.RowEncoder;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * Reads one binary COPY, however the stream is cut into messages, and hands each value to the
 * encoder. A row that lies whole in a message, as PostgreSQL sends it, is read in place; only a row
 * that is cut is put together, within the limit. For one thread and one COPY.
 *
 * <p>Format: PostgreSQL's documentation of COPY, "Binary Format".
 */
final class BinaryCopyReader {

  private static final byte[] SIGNATURE = {
    'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0
  };
  private static final int HEADER = SIGNATURE.length + 8;
  private static final int TRAILER = -1;
  private static final int INCOMPLETE = -1;

  private enum State {
    HEADER,
    ROWS,
    ENDED
  }

  private final FieldDecoder[] decoders;
  private final boolean guarded;
  private final int maxRowBytes;
  private final RowEncoder rows;
  private State state = State.HEADER;
  private byte[] held = new byte[0];
  private int heldBytes;
  private long rowCount;

  /**
   * Begins a COPY.
   *
   * @param decoders one for each column
   * @param guarded whether a truth value comes before the columns that tells of a row too large
   * @param maxRowBytes the most bytes of a cut row that are put together
   * @param rows takes the values
   */
  BinaryCopyReader(List<FieldDecoder> decoders, boolean guarded, int maxRowBytes, RowEncoder rows) {
    this.decoders = decoders.toArray(FieldDecoder[]::new);
    this.guarded = guarded;
    this.maxRowBytes = maxRowBytes;
    this.rows = rows;
  }

  /**
   * Takes the next message.
   *
   * @param message its bytes; not kept
   * @throws RowTooLargeException when a row exceeds the limit
   * @throws IOException when the encoder's sink fails
   */
  void accept(byte[] message) throws IOException {
    int position = 0;
    while (heldBytes > 0 && position < message.length) {
      position = complete(message, position);
    }
    int next = parse(message, position, message.length);
    if (next < message.length) {
      hold(message, next, message.length - next);
    }
  }

  /**
   * Ends the COPY.
   *
   * @return how many rows it had
   * @throws MalformedCopyException when the stream was cut short
   */
  long finish() {
    if (state != State.ENDED || heldBytes > 0) {
      throw new MalformedCopyException("the stream ended before its trailer");
    }
    return rowCount;
  }

  /**
   * Adds bytes to the row that was cut. What lies behind it is given back and read in place.
   *
   * @return where in the message reading goes on
   */
  private int complete(byte[] message, int position) throws IOException {
    int before = heldBytes;
    int added = Math.min(message.length - position, maxRowBytes - before);
    if (added == 0) {
      throw new RowTooLargeException();
    }
    hold(message, position, added);
    int parsed = parse(held, 0, heldBytes);
    if (parsed == 0) {
      return position + added;
    }
    heldBytes = 0;
    return position + parsed - before;
  }

  /** Reads what is whole between two positions and returns where the rest begins. */
  private int parse(byte[] data, int from, int end) throws IOException {
    int position = from;
    while (position < end) {
      int next = step(data, position, end);
      if (next == INCOMPLETE) {
        return position;
      }
      position = next;
    }
    return position;
  }

  private int step(byte[] data, int position, int end) throws IOException {
    return switch (state) {
      case HEADER -> header(data, position, end);
      case ROWS -> row(data, position, end);
      case ENDED -> throw new MalformedCopyException("the stream goes on after its trailer");
    };
  }

  /** Signature, flags, and an extension that readers skip. */
  private int header(byte[] data, int position, int end) {
    if (end - position < HEADER) {
      return INCOMPLETE;
    }
    int flags = position + SIGNATURE.length;
    if (!Arrays.equals(data, position, flags, SIGNATURE, 0, SIGNATURE.length)
        || int32(data, flags) != 0) {
      throw new MalformedCopyException("the stream does not begin as a binary COPY");
    }
    int extension = int32(data, flags + 4);
    if (extension < 0) {
      throw new MalformedCopyException("the header's extension has no length");
    }
    if (extension > end - position - HEADER) {
      return INCOMPLETE;
    }
    state = State.ROWS;
    return position + HEADER + extension;
  }

  private int row(byte[] data, int position, int end) throws IOException {
    if (end - position < 2) {
      return INCOMPLETE;
    }
    int fields = int16(data, position);
    if (fields == TRAILER) {
      state = State.ENDED;
      return position + 2;
    }
    int first = guarded ? 1 : 0;
    if (fields != decoders.length + first) {
      throw new MalformedCopyException("a row has another number of fields than were selected");
    }
    int next = rowEnd(data, position + 2, end, fields);
    if (next == INCOMPLETE) {
      return INCOMPLETE;
    }
    int field = position + 2;
    if (guarded) {
      field = guard(data, field);
    }
    for (FieldDecoder decoder : decoders) {
      int length = int32(data, field);
      field += 4;
      if (length < 0) {
        rows.nul();
      } else {
        decoder.decode(data, field, length, rows);
        field += length;
      }
    }
    rows.endRow();
    rowCount++;
    return next;
  }

  /** Finds the end of a row before any of it is handed on, as values cannot be taken back. */
  private static int rowEnd(byte[] data, int start, int end, int fields) {
    int position = start;
    for (int i = 0; i < fields; i++) {
      if (end - position < 4) {
        return INCOMPLETE;
      }
      int length = int32(data, position);
      position += 4;
      if (length < -1) {
        throw new MalformedCopyException("a field has no length");
      }
      if (length > end - position) {
        return INCOMPLETE;
      }
      position += Math.max(length, 0);
    }
    return position;
  }

  private int guard(byte[] data, int field) {
    if (int32(data, field) != 1) {
      throw new MalformedCopyException("a row does not tell whether it is too large");
    }
    if (data[field + 4] != 0) {
      throw new RowTooLargeException();
    }
    return field + 5;
  }

  private void hold(byte[] source, int from, int length) {
    if (length > maxRowBytes - heldBytes) {
      throw new RowTooLargeException();
    }
    int needed = heldBytes + length;
    if (needed > held.length) {
      held = Arrays.copyOf(held, (int) Math.min(maxRowBytes, Math.max(needed, 2L * held.length)));
    }
    System.arraycopy(source, from, held, heldBytes, length);
    heldBytes = needed;
  }
}
