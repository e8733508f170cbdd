package io.rollingwindow.postgres.internal;

import io.rollingwindow.plan.WindowInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/**
 * Divides a chunk. The planner's estimate only decides into how many slices and by what: whatever
 * it says, the ranges of all slices tile the chunk.
 *
 * <p>A chunk that an index leads to is cut by time; one for which the whole table is scanned is cut
 * by the table's blocks, so that no block is read twice. Each is cut finer than there are slices
 * and dealt out in turn, so that rows that lie thick in one place are shared.
 */
final class SlicePlanner {

  /** Fewer rows than this are read sooner than they are shared out. */
  private static final long MIN_SLICE_ROWS = 250_000;

  private static final int RANGES_PER_SLICE = 8;

  private SlicePlanner() {}

  /**
   * Divides a chunk.
   *
   * @param interval the chunk
   * @param plan what the planner thinks of reading it at once
   * @param blocks the blocks of the table that may hold rows of the snapshot
   * @param blockScans whether the server can scan some blocks only
   * @param limit the most slices, at least 1
   * @return the ranges of each slice, at least one slice
   */
  static List<List<RowRange>> divide(
      WindowInterval interval, ScanPlan plan, long blocks, boolean blockScans, int limit) {
    int slices = (int) Math.min(limit, plan.rows() / MIN_SLICE_ROWS);
    if (slices <= 1 || (plan.wholeTable() && !blockScans)) {
      return List.of(List.of(RowRange.all(interval)));
    }
    int wanted = slices * RANGES_PER_SLICE;
    return deal(
        plan.wholeTable() ? byBlock(interval, blocks, wanted) : byTime(interval, wanted), slices);
  }

  private static List<RowRange> byTime(WindowInterval interval, int wanted) {
    long step = (interval.lengthMicros() - 1) / wanted + 1;
    List<RowRange> ranges = new ArrayList<>();
    long start = interval.startMicros();
    while (interval.endMicros() - start > step) {
      ranges.add(RowRange.all(new WindowInterval(start, start + step)));
      start += step;
    }
    ranges.add(RowRange.all(new WindowInterval(start, interval.endMicros())));
    return ranges;
  }

  /** The last range is open: it holds every block that the count missed. */
  private static List<RowRange> byBlock(WindowInterval interval, long blocks, int wanted) {
    long step = Math.max(1, (blocks - 1) / wanted + 1);
    List<RowRange> ranges = new ArrayList<>();
    long block = 0;
    while (blocks - block > step) {
      ranges.add(new RowRange(interval, block, OptionalLong.of(block + step)));
      block += step;
    }
    ranges.add(new RowRange(interval, block, OptionalLong.empty()));
    return ranges;
  }

  private static List<List<RowRange>> deal(List<RowRange> ranges, int hands) {
    return IntStream.range(0, Math.min(hands, ranges.size()))
        .mapToObj(
            hand ->
                IntStream.iterate(hand, i -> i < ranges.size(), i -> i + hands)
                    .mapToObj(ranges::get)
                    .toList())
        .toList();
  }
}
