package io.rollingwindow.clickhouse.internal;

import java.io.IOException;
import java.io.OutputStream;

/** Rows that are sent as they were encoded; full with the first range of them. */
final class RowBinaryPayload implements Payload {

  private byte[] bytes = new byte[0];
  private int size;

  @Override
  public int add(byte[] rows, int offset, int length) {
    if (bytes.length < length) {
      bytes = new byte[length];
    }
    System.arraycopy(rows, offset, bytes, 0, length);
    size = length;
    return length;
  }

  @Override
  public boolean isFull() {
    return size > 0;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }

  @Override
  public void clear() {
    size = 0;
  }
}
