package io.rollingwindow.clickhouse.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Rows turned into columns, which is how the server keeps them: it takes over a Native block with
 * less work than the same rows one by one.
 *
 * <p>A block is full with the row that brings it to its target, counted in bytes of the Native
 * format, because a NULL of one byte can take many there.
 */
final class NativeBlock implements Payload {

  private final NativeColumn[] columns;
  private final int offsetBytes;
  private final long target;
  private final long keep;
  private long size;
  private int rows;

  /**
   * An empty block.
   *
   * @param columns its columns, in order
   * @param offsetBytes what the offsets of arrays take in each row
   * @param target from how many bytes on it is full
   * @param keep how much memory it may keep when it is cleared
   */
  NativeBlock(NativeColumn[] columns, int offsetBytes, long target, long keep) {
    this.columns = columns;
    this.offsetBytes = offsetBytes;
    this.target = target;
    this.keep = keep;
  }

  @Override
  public int add(byte[] source, int offset, int length) {
    int at = offset;
    int end = offset + length;
    long filled = size;
    while (at < end && filled < target) {
      int start = at;
      for (NativeColumn column : columns) {
        if (column.isNull(source, at)) {
          filled += column.putNull();
          at++;
        } else {
          at = column.put(source, at);
        }
      }
      filled += at - start + offsetBytes;
      rows++;
    }
    size = filled;
    return at - offset;
  }

  @Override
  public boolean isFull() {
    return size >= target;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    ByteArrayOutputStream dimensions = new ByteArrayOutputStream();
    VarUInt.write(columns.length, dimensions);
    VarUInt.write(rows, dimensions);
    dimensions.writeTo(out);
    for (NativeColumn column : columns) {
      column.writeTo(out);
    }
  }

  @Override
  public void clear() {
    rows = 0;
    size = 0;
    for (NativeColumn column : columns) {
      column.clear();
    }
    // Large cells that come in one column after another must not add up.
    if (capacity() > keep) {
      for (NativeColumn column : columns) {
        column.release();
      }
    }
  }

  /** The bytes of memory that the buffers take. */
  long capacity() {
    long capacity = 0;
    for (NativeColumn column : columns) {
      capacity += column.capacity();
    }
    return capacity;
  }
}
