package io.rollingwindow.plan;

import java.util.Objects;

/**
 * Divides an interval into chunks of one length, counted from the start; the last one may be
 * shorter. Chunks tile the interval without gap or overlap. Nothing is stored per chunk: a chunk is
 * computed from its index, and an index from an instant, in constant time.
 *
 * @param interval the whole interval
 * @param chunkMicros the length of a chunk in microseconds
 */
public record ChunkGrid(WindowInterval interval, long chunkMicros) {

  /** The most chunks that one plan may have. */
  public static final int MAX_CHUNKS = 100_000;

  /**
   * Checks the limits.
   *
   * @throws IllegalArgumentException when the chunk length is not positive or gives more than
   *     {@value #MAX_CHUNKS} chunks
   */
  public ChunkGrid {
    Objects.requireNonNull(interval, "interval");
    if (chunkMicros <= 0) {
      throw new IllegalArgumentException("a chunk must be at least one microsecond long");
    }
    if (count(interval, chunkMicros) > MAX_CHUNKS) {
      throw new IllegalArgumentException(
          "the interval has more than " + MAX_CHUNKS + " chunks; choose a longer chunk_interval");
    }
  }

  /**
   * How many chunks there are.
   *
   * @return at least 1, at most {@value #MAX_CHUNKS}
   */
  public int count() {
    return (int) count(interval, chunkMicros);
  }

  /**
   * A chunk by its index.
   *
   * @param index from 0
   * @return the chunk
   * @throws IndexOutOfBoundsException when there is no such chunk
   */
  public Chunk chunk(int index) {
    Objects.checkIndex(index, count());
    long start = interval.startMicros() + index * chunkMicros;
    long rest = interval.endMicros() - start;
    return new Chunk(index, new WindowInterval(start, start + Math.min(chunkMicros, rest)));
  }

  /**
   * The chunk that an instant falls into.
   *
   * @param micros microseconds since 1970-01-01T00:00:00Z
   * @return the chunk's index
   * @throws IllegalArgumentException when the instant lies outside the interval
   */
  public int indexAt(long micros) {
    if (!interval.contains(micros)) {
      throw new IllegalArgumentException("the instant lies outside the interval");
    }
    return (int) ((micros - interval.startMicros()) / chunkMicros);
  }

  private static long count(WindowInterval interval, long chunkMicros) {
    return (interval.lengthMicros() - 1) / chunkMicros + 1;
  }
}
