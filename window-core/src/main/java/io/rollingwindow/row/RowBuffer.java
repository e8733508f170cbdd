package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The bytes of one payload in the making: whole rows, and the row that is being written behind
 * them.
 *
 * <p>It grows by doubling up to the limit and never beyond. When a value would cross the limit, the
 * whole rows are handed on and the begun row moves to the front; a row that alone would cross it is
 * refused before anything is allocated. {@link #reserve} comes before the put methods, which check
 * nothing.
 */
final class RowBuffer {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final int FIRST_CAPACITY = 8 * 1024;

  /** Lets a number of any width be stored as eight bytes, of which only its own are kept. */
  private static final int SLACK = Long.BYTES;

  private final int limit;
  private final int payloadBytes;
  private final PayloadSink sink;

  private Runnable afterPayload = () -> {};
  private byte[] bytes;
  private int capacity;
  private int rowStart;
  private int position;

  RowBuffer(int limit, int payloadBytes, PayloadSink sink) {
    this.limit = limit;
    this.payloadBytes = payloadBytes;
    this.sink = sink;
    this.capacity = Math.min(limit, FIRST_CAPACITY);
    this.bytes = new byte[capacity + SLACK];
  }

  void afterPayload(Runnable action) {
    afterPayload = action;
  }

  byte[] bytes() {
    return bytes;
  }

  int rowStart() {
    return rowStart;
  }

  int rowLength() {
    return position - rowStart;
  }

  int capacity() {
    return capacity;
  }

  int limit() {
    return limit;
  }

  /**
   * Makes room for so many bytes of the begun row, on behalf of the column that is named if they
   * are too many.
   */
  void reserve(long length, ColumnWriter column) throws IOException {
    if (length > capacity - position) {
      makeRoom(length, column);
    }
  }

  private void makeRoom(long length, ColumnWriter column) throws IOException {
    if (length > limit - rowLength()) {
      throw column.failure(
          Reason.ROW_TOO_LARGE, "with it the row exceeds the limit of " + limit + " encoded bytes");
    }
    if (length > limit - position) {
      handOn();
    }
    long needed = position + length;
    if (needed > capacity) {
      capacity = (int) Math.min(limit, Math.max(needed, 2L * capacity));
      bytes = Arrays.copyOf(bytes, capacity + SLACK);
    }
  }

  void putByte(int value) {
    bytes[position++] = (byte) value;
  }

  /** Puts the lowest bytes of a number, the lowest first. */
  void putLittleEndian(long value, int width) {
    LONG.set(bytes, position, value);
    position += width;
  }

  void putBytes(byte[] source, int offset, int length) {
    System.arraycopy(source, offset, bytes, position, length);
    position += length;
  }

  void putZeros(int length) {
    Arrays.fill(bytes, position, position + length, (byte) 0);
    position += length;
  }

  /** Puts an unsigned number seven bits a byte, the lowest first (LEB128). */
  void putVarUInt(int value) {
    int rest = value;
    while ((rest & ~0x7F) != 0) {
      putByte(rest | 0x80);
      rest >>>= 7;
    }
    putByte(rest);
  }

  /** How many bytes {@link #putVarUInt} writes. */
  static int varUIntLength(int value) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
    return (bits + 6) / 7;
  }

  /** Makes the begun row a whole one and hands a full payload on. */
  void endRow() throws IOException {
    rowStart = position;
    if (position >= payloadBytes) {
      handOn();
    }
  }

  /** Hands the whole rows on, if there are any. */
  void handOn() throws IOException {
    if (rowStart == 0) {
      return;
    }
    sink.accept(bytes, 0, rowStart);
    System.arraycopy(bytes, rowStart, bytes, 0, position - rowStart);
    position -= rowStart;
    rowStart = 0;
    afterPayload.run();
  }
}
