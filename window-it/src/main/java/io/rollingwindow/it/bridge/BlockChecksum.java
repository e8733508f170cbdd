package io.rollingwindow.it.bridge;

import com.clickhouse.data.ClickHouseCityHash;
import java.nio.ByteBuffer;

/** The checksum in front of ClickHouse's compressed blocks: CityHash128 of an early version. */
final class BlockChecksum {

  static final int BYTES = 16;

  private BlockChecksum() {}

  /** Writes the checksum of a range of the array to the start of the buffer. */
  static void put(ByteBuffer target, byte[] bytes, int offset, int length) {
    long[] hash = hash(bytes, offset, length);
    target.putLong(0, hash[0]);
    target.putLong(Long.BYTES, hash[1]);
  }

  /** Whether the buffer starts with the checksum of a range of the array. */
  static boolean matches(ByteBuffer expected, byte[] bytes, int offset, int length) {
    long[] hash = hash(bytes, offset, length);
    return hash[0] == expected.getLong(0) && hash[1] == expected.getLong(Long.BYTES);
  }

  // Deprecated along with the older client, but the only public CityHash of the version in use.
  @SuppressWarnings("deprecation")
  private static long[] hash(byte[] bytes, int offset, int length) {
    return ClickHouseCityHash.cityHash128(bytes, offset, length);
  }
}
