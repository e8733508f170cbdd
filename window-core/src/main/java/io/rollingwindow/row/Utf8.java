package io.rollingwindow.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Tells well-formed UTF-8 (Unicode 15, table 3-7) from anything else, without decoding it. */
final class Utf8 {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private Utf8() {}

  static boolean isWellFormed(byte[] buffer, int offset, int length) {
    int end = offset + length;
    int at = offset;
    while (true) {
      at = skipAscii(buffer, at, end);
      if (at == end) {
        return true;
      }
      at = afterCharacter(buffer, at, end);
      if (at < 0) {
        return false;
      }
    }
  }

  private static int skipAscii(byte[] buffer, int start, int end) {
    int at = start;
    while (at <= end - Long.BYTES && ((long) LONG.get(buffer, at) & NOT_ASCII) == 0) {
      at += Long.BYTES;
    }
    while (at < end && buffer[at] >= 0) {
      at++;
    }
    return at;
  }

  /**
   * Returns where the character of two to four bytes that begins here ends, or -1 when it is none.
   */
  private static int afterCharacter(byte[] buffer, int at, int end) {
    int lead = buffer[at] & 0xFF;
    int length;
    int secondMin = 0x80;
    int secondMax = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
      length = 2;
    } else if ((lead & 0xF0) == 0xE0) {
      length = 3;
      if (lead == 0xE0) {
        // Less would be a longer form of a two-byte character.
        secondMin = 0xA0;
      } else if (lead == 0xED) {
        // More would be a surrogate.
        secondMax = 0x9F;
      }
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      length = 4;
      if (lead == 0xF0) {
        // Less would be a longer form of a three-byte character.
        secondMin = 0x90;
      } else if (lead == 0xF4) {
        // More would lie beyond U+10FFFF.
        secondMax = 0x8F;
      }
    } else {
      return -1;
    }
    if (length > end - at) {
      return -1;
    }
    int second = buffer[at + 1] & 0xFF;
    if (second < secondMin || second > secondMax) {
      return -1;
    }
    for (int i = at + 2; i < at + length; i++) {
      if ((buffer[i] & 0xC0) != 0x80) {
        return -1;
      }
    }
    return at + length;
  }
}
