package io.rollingwindow.postgres.internal;

import static io.rollingwindow.postgres.internal.BigEndian.int16;
import static io.rollingwindow.postgres.internal.BigEndian.int32;
import static io.rollingwindow.postgres.internal.BigEndian.int64;

import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowValueException.Reason;
import java.io.IOException;

/**
 * The binary forms of PostgreSQL's types, as their send functions write them ({@code
 * src/backend/utils/adt}): big endian, dates and instants counted from 2000-01-01.
 */
final class FieldDecoders {

  private static final long DAYS_1970_TO_2000 = 10_957;
  private static final long MICROS_1970_TO_2000 = DAYS_1970_TO_2000 * 86_400_000_000L;
  private static final long LAST_MICROS = Long.MAX_VALUE - MICROS_1970_TO_2000;

  private static final int NUMERIC_HEADER = 8;
  private static final int NUMERIC_POSITIVE = 0x0000;
  private static final int NUMERIC_NEGATIVE = 0x4000;
  private static final int NUMERIC_NAN = 0xC000;
  private static final int NUMERIC_POSITIVE_INFINITY = 0xD000;
  private static final int NUMERIC_NEGATIVE_INFINITY = 0xF000;

  private static final int JSONB_VERSION = 1;

  private static final int INET_HEADER = 4;
  private static final int INET_V4 = 2;
  private static final int INET_V6 = 3;

  private static final int ARRAY_HEADER = 12;
  private static final int ARRAY_DIMENSION = 8;

  private FieldDecoders() {}

  static void bool(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 1, "bool");
    rows.bool(buffer[offset] != 0);
  }

  static void int2(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 2, "int2");
    rows.int64(int16(buffer, offset));
  }

  static void int4(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 4, "int4");
    rows.int64(int32(buffer, offset));
  }

  static void int8(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 8, "int8");
    rows.int64(int64(buffer, offset));
  }

  static void float4(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 4, "float4");
    rows.float32(Float.intBitsToFloat(int32(buffer, offset)));
  }

  static void float8(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 8, "float8");
    rows.float64(Double.longBitsToDouble(int64(buffer, offset)));
  }

  /** Digits, weight, sign and display scale in 16 bits each; then the digits of base 10000. */
  static void numeric(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    if (length < NUMERIC_HEADER) {
      throw malformed("numeric");
    }
    int digits = int16(buffer, offset) & 0xFFFF;
    int weight = int16(buffer, offset + 2);
    int sign = int16(buffer, offset + 4) & 0xFFFF;
    requireLength(length, NUMERIC_HEADER + 2 * digits, "numeric");
    switch (sign) {
      case NUMERIC_POSITIVE, NUMERIC_NEGATIVE ->
          rows.numeric(buffer, offset + NUMERIC_HEADER, digits, weight, sign != NUMERIC_POSITIVE);
      case NUMERIC_NAN -> throw rows.reject(Reason.NOT_A_NUMBER);
      case NUMERIC_POSITIVE_INFINITY, NUMERIC_NEGATIVE_INFINITY ->
          throw rows.reject(Reason.INFINITE);
      default -> throw malformed("numeric");
    }
  }

  static void date(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 4, "date");
    int day = int32(buffer, offset);
    if (day == Integer.MAX_VALUE || day == Integer.MIN_VALUE) {
      throw rows.reject(Reason.INFINITE);
    }
    rows.epochDay(day + DAYS_1970_TO_2000);
  }

  /** Both timestamp types: one counts from midnight in UTC, the other from midnight anywhere. */
  static void timestamp(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 8, "timestamp");
    long micros = int64(buffer, offset);
    if (micros == Long.MAX_VALUE || micros == Long.MIN_VALUE) {
      throw rows.reject(Reason.INFINITE);
    }
    if (micros > LAST_MICROS) {
      throw rows.reject(Reason.OUT_OF_RANGE);
    }
    rows.epochMicros(micros + MICROS_1970_TO_2000);
  }

  static void uuid(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    requireLength(length, 16, "uuid");
    rows.uuid(int64(buffer, offset), int64(buffer, offset + 8));
  }

  /** A version byte before the text. */
  static void jsonb(byte[] buffer, int offset, int length, RowEncoder rows) throws IOException {
    if (length < 1 || buffer[offset] != JSONB_VERSION) {
      throw malformed("jsonb");
    }
    rows.text(buffer, offset + 1, length - 1);
  }

  static void inetToIpv4(byte[] buffer, int offset, int length, RowEncoder rows)
      throws IOException {
    rows.ipv4(int32(buffer, hostAddress(buffer, offset, length, INET_V4, 4, rows)));
  }

  static void inetToIpv6(byte[] buffer, int offset, int length, RowEncoder rows)
      throws IOException {
    rows.ipv6(buffer, hostAddress(buffer, offset, length, INET_V6, 16, rows));
  }

  /**
   * Family, prefix length, whether it is a cidr, address length; then the address. A prefix that is
   * shorter than the address would be lost, and so it is refused.
   */
  private static int hostAddress(
      byte[] buffer, int offset, int length, int family, int bytes, RowEncoder rows) {
    if (length < INET_HEADER || length != INET_HEADER + (buffer[offset + 3] & 0xFF)) {
      throw malformed("inet");
    }
    if (buffer[offset] != family || (buffer[offset + 1] & 0xFF) != 8 * bytes) {
      throw rows.reject(Reason.WRONG_KIND);
    }
    requireLength(length, INET_HEADER + bytes, "inet");
    return offset + INET_HEADER;
  }

  /**
   * Dimensions, a NULL flag and the element's type; for each dimension its length and lower bound;
   * then the elements like fields. Other dimensions and other lower bounds than 1 would be lost,
   * and so they are refused.
   */
  static FieldDecoder array(FieldDecoder element) {
    return (buffer, offset, length, rows) -> {
      if (length < ARRAY_HEADER) {
        throw malformed("array");
      }
      int dimensions = int32(buffer, offset);
      if (dimensions == 0) {
        rows.beginArray(0);
        rows.endArray();
        return;
      }
      if (length < ARRAY_HEADER + ARRAY_DIMENSION) {
        throw malformed("array");
      }
      if (dimensions != 1 || int32(buffer, offset + ARRAY_HEADER + 4) != 1) {
        throw rows.reject(Reason.ARRAY_SHAPE);
      }
      int count = int32(buffer, offset + ARRAY_HEADER);
      elements(
          buffer, offset + ARRAY_HEADER + ARRAY_DIMENSION, offset + length, count, element, rows);
    };
  }

  private static void elements(
      byte[] buffer, int start, int end, int count, FieldDecoder element, RowEncoder rows)
      throws IOException {
    rows.beginArray(count);
    int position = start;
    for (int i = 0; i < count; i++) {
      if (end - position < 4) {
        throw malformed("array");
      }
      int size = int32(buffer, position);
      position += 4;
      if (size == -1) {
        rows.nul();
        continue;
      }
      if (size < 0 || size > end - position) {
        throw malformed("array");
      }
      element.decode(buffer, position, size, rows);
      position += size;
    }
    requireLength(position, end, "array");
    rows.endArray();
  }

  private static void requireLength(int length, int expected, String type) {
    if (length != expected) {
      throw malformed(type);
    }
  }

  private static MalformedCopyException malformed(String type) {
    return new MalformedCopyException("a value is not in the binary form of " + type);
  }
}
