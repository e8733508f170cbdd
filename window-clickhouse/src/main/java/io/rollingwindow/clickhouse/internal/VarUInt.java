package io.rollingwindow.clickhouse.internal;

import java.io.ByteArrayOutputStream;

/**
 * Unsigned numbers of seven bits a byte, the lowest first (LEB128), as ClickHouse writes lengths.
 */
final class VarUInt {

  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private VarUInt() {}

  static void write(int value, ByteArrayOutputStream out) {
    int rest = value;
    while (rest >= MORE) {
      out.write(rest | MORE);
      rest >>>= BITS;
    }
    out.write(rest);
  }

  /** The number that begins here. */
  static int read(byte[] bytes, int at) {
    int value = bytes[at];
    if (value >= 0) {
      return value;
    }
    value &= MORE - 1;
    int next = at + 1;
    for (int shift = BITS; ; shift += BITS) {
      int septet = bytes[next++];
      value |= (septet & (MORE - 1)) << shift;
      if (septet >= 0) {
        return value;
      }
    }
  }

  /** How many bytes a number takes. */
  static int length(int value) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(value | 1);
    return (bits + BITS - 1) / BITS;
  }

  /** Where a text that begins here with its length ends. */
  static int endOfText(byte[] bytes, int at) {
    int length = bytes[at];
    if (length >= 0) {
      return at + 1 + length;
    }
    length = read(bytes, at);
    return at + length(length) + length;
  }
}
