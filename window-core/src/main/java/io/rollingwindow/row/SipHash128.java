package io.rollingwindow.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * SipHash-2-4 with a result of 128 bits, in the variant of ClickHouse's {@code sipHash128Keyed}:
 * initialised and finalised like the 64-bit SipHash-2-4 of Aumasson and Bernstein, with {@code v0 ^
 * v1} and {@code v2 ^ v3} given out instead of the exclusive-or of all four. The two halves
 * combined by exclusive-or are therefore the 64-bit hash.
 *
 * <p>{@link #hash} leaves the result in two fields, so that nothing is allocated. One instance
 * serves one thread.
 */
final class SipHash128 {

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final long init0;
  private final long init1;
  private final long init2;
  private final long init3;

  /**
   * The half that ClickHouse writes first: the lower one when its 16 bytes are read as a UInt128.
   */
  private long first;

  private long second;

  SipHash128(DigestKey key) {
    init0 = key.k0() ^ 0x736f6d6570736575L;
    init1 = key.k1() ^ 0x646f72616e646f6dL;
    init2 = key.k0() ^ 0x6c7967656e657261L;
    init3 = key.k1() ^ 0x7465646279746573L;
  }

  long first() {
    return first;
  }

  long second() {
    return second;
  }

  void hash(byte[] buffer, int offset, int length) {
    long v0 = init0;
    long v1 = init1;
    long v2 = init2;
    long v3 = init3;
    int blocksEnd = offset + (length & ~7);

    for (int i = offset; i < blocksEnd; i += Long.BYTES) {
      long block = (long) LONG.get(buffer, i);
      v3 ^= block;
      for (int round = 0; round < 2; round++) {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
      }
      v0 ^= block;
    }

    long tail = (long) length << 56;
    for (int i = offset + length - 1; i >= blocksEnd; i--) {
      tail |= (buffer[i] & 0xFFL) << ((i - blocksEnd) * Byte.SIZE);
    }
    v3 ^= tail;
    for (int round = 0; round < 6; round++) {
      if (round == 2) {
        v0 ^= tail;
        v2 ^= 0xFF;
      }
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
    first = v0 ^ v1;
    second = v2 ^ v3;
  }
}
