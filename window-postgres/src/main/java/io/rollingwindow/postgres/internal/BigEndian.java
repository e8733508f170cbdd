package io.rollingwindow.postgres.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads PostgreSQL's network byte order from arrays. */
final class BigEndian {

  private static final VarHandle SHORT = view(short[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle LONG = view(long[].class);

  private BigEndian() {}

  static short int16(byte[] buffer, int offset) {
    return (short) SHORT.get(buffer, offset);
  }

  static int int32(byte[] buffer, int offset) {
    return (int) INT.get(buffer, offset);
  }

  static long int64(byte[] buffer, int offset) {
    return (long) LONG.get(buffer, offset);
  }

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.BIG_ENDIAN);
  }
}
