package io.rollingwindow.spi;

import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.SourceIdentity;
import java.util.List;

/**
 * One instant of the source table, readable by many workers at once. Every read, by whichever
 * thread and whenever, sees the same rows. Closing ends all reads and leaves no connection behind;
 * closing twice does nothing.
 */
public interface SourceSnapshot extends AutoCloseable {

  /**
   * Which rows these are.
   *
   * @return never the same for two openings, unless it is provably the same instant
   */
  SourceIdentity identity();

  /**
   * Proves that the snapshot still holds.
   *
   * @throws io.rollingwindow.error.SnapshotExpiredException when it is gone
   */
  void assertAlive();

  /**
   * Divides a chunk into slices that can be read side by side. The slices hold every row of the
   * chunk exactly once. A small chunk is one slice.
   *
   * @param chunk a chunk of the plan
   * @param limit the most slices wanted, at least 1
   * @return between 1 and {@code limit} slices
   */
  List<SourceSlice> slices(Chunk chunk, int limit);

  @Override
  void close();
}
