package io.rollingwindow.clickhouse.internal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One column of a Native block in the making: its cells one after the other, and before them the
 * null map or the offsets of the arrays. Buffers grow by doubling and are kept.
 */
final class NativeColumn {

  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);
  private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
  private static final byte[] EMPTY = {};

  private final byte[] heading;
  private final boolean nullable;
  private final boolean array;
  private final int width;
  private final int nullWidth;

  /** The null map, a byte each, or the offsets, eight bytes each. */
  private byte[] marks = EMPTY;

  private int marksSize;
  private byte[] values = EMPTY;
  private int size;
  private long elements;

  NativeColumn(String name, NativeType type) {
    this.heading = heading(name, type.name());
    this.nullable = type.nullable();
    this.array = type.array();
    this.width = type.width();
    this.nullWidth = type.nullWidth();
  }

  private static VarHandle view(Class<?> numbers) {
    return MethodHandles.byteArrayViewVarHandle(numbers, ByteOrder.LITTLE_ENDIAN);
  }

  private static byte[] heading(String name, String type) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String text : new String[] {name, type}) {
      byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
      VarUInt.write(encoded.length, bytes);
      bytes.writeBytes(encoded);
    }
    return bytes.toByteArray();
  }

  /** Whether the cell that begins here is NULL. */
  boolean isNull(byte[] rows, int at) {
    return nullable && rows[at] != 0;
  }

  /**
   * Puts a NULL.
   *
   * @return the bytes that stand in the place of its value
   */
  int putNull() {
    putMark((byte) 1);
    reserve(nullWidth);
    Arrays.fill(values, size, size + nullWidth, (byte) 0);
    size += nullWidth;
    return nullWidth;
  }

  /**
   * Puts a RowBinary cell that is not NULL.
   *
   * @return where the next one begins
   */
  int put(byte[] rows, int at) {
    if (array) {
      return putArray(rows, at);
    }
    if (nullable) {
      putMark((byte) 0);
      return putValue(rows, at + 1);
    }
    return putValue(rows, at);
  }

  private int putValue(byte[] rows, int at) {
    switch (width) {
      case NativeType.TEXT -> {
        int length = VarUInt.endOfText(rows, at) - at;
        copy(rows, at, length);
        return at + length;
      }
      case Byte.BYTES -> {
        reserve(Byte.BYTES);
        values[size] = rows[at];
      }
      case Short.BYTES -> {
        reserve(Short.BYTES);
        SHORT.set(values, size, (short) SHORT.get(rows, at));
      }
      case Integer.BYTES -> {
        reserve(Integer.BYTES);
        INT.set(values, size, (int) INT.get(rows, at));
      }
      case Long.BYTES -> {
        reserve(Long.BYTES);
        LONG.set(values, size, (long) LONG.get(rows, at));
      }
      case 2 * Long.BYTES -> {
        reserve(2 * Long.BYTES);
        LONG.set(values, size, (long) LONG.get(rows, at));
        LONG.set(values, size + Long.BYTES, (long) LONG.get(rows, at + Long.BYTES));
      }
      default -> {
        copy(rows, at, width);
        return at + width;
      }
    }
    size += width;
    return at + width;
  }

  private int putArray(byte[] rows, int at) {
    int count = VarUInt.read(rows, at);
    int first = at + VarUInt.length(count);
    int end = first;
    if (width == NativeType.TEXT) {
      for (int i = 0; i < count; i++) {
        end = VarUInt.endOfText(rows, end);
      }
    } else {
      end += count * width;
    }
    elements += count;
    putOffset(elements);
    copy(rows, first, end - first);
    return end;
  }

  private void copy(byte[] rows, int at, int length) {
    reserve(length);
    System.arraycopy(rows, at, values, size, length);
    size += length;
  }

  private void putMark(byte mark) {
    if (marksSize == marks.length) {
      marks = larger(marks, marksSize + 1L);
    }
    marks[marksSize++] = mark;
  }

  private void putOffset(long offset) {
    if (Long.BYTES > marks.length - marksSize) {
      marks = larger(marks, (long) marksSize + Long.BYTES);
    }
    LONG.set(marks, marksSize, offset);
    marksSize += Long.BYTES;
  }

  private void reserve(int length) {
    if (length > values.length - size) {
      values = larger(values, (long) size + length);
    }
  }

  private static byte[] larger(byte[] bytes, long needed) {
    long doubled = Math.min(LARGEST_ARRAY, 2L * bytes.length);
    return Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, doubled)));
  }

  /** Writes name, type and everything that was put. */
  void writeTo(OutputStream out) throws IOException {
    out.write(heading);
    out.write(marks, 0, marksSize);
    out.write(values, 0, size);
  }

  void clear() {
    marksSize = 0;
    size = 0;
    elements = 0;
  }

  /** The bytes of memory that the buffers take. */
  long capacity() {
    return (long) marks.length + values.length;
  }

  /** Gives the memory of a cleared column back. */
  void release() {
    marks = EMPTY;
    values = EMPTY;
  }
}
