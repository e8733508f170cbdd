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

  /** Fewer rows than this, in fewer bytes than that, are read sooner than they are shared out. */
  private static final long MIN_SLICE_ROWS = 250_000;

  private static final long MIN_SLICE_BYTES = 16 << 20;

  private static final long RANGES_PER_SLICE = 8;

  private SlicePlanner() {}

  /** How many slices a chunk is worth. */
  static int slices(ScanPlan plan, int limit) {
    long worth = Math.max(plan.rows() / MIN_SLICE_ROWS, plan.bytes() / MIN_SLICE_BYTES);
    return (int) Math.max(1, Math.min(limit, worth));
  }

  /** The chunk in one piece. */
  static List<List<RowRange>> whole(WindowInterval interval) {
    return List.of(List.of(RowRange.all(interval)));
  }

  /**
   * Divides a chunk by time.
   *
   * @param quantiles instants between which there are about as many rows each, if any are known;
   *     each part between them is cut evenly
   */
  static List<List<RowRange>> byTime(WindowInterval interval, List<Long> quantiles, int slices) {
    List<Long> cuts = new ArrayList<>();
    cuts.add(interval.startMicros());
    for (long quantile : quantiles) {
      if (quantile > cuts.get(cuts.size() - 1) && quantile < interval.endMicros()) {
        cuts.add(quantile);
      }
    }
    cuts.add(interval.endMicros());
    long parts = (slices * RANGES_PER_SLICE - 1) / (cuts.size() - 1) + 1;
    List<RowRange> ranges = new ArrayList<>();
    for (int i = 1; i < cuts.size(); i++) {
      cut(new WindowInterval(cuts.get(i - 1), cuts.get(i)), parts, ranges);
    }
    return deal(ranges, slices);
  }

  private static void cut(WindowInterval interval, long parts, List<RowRange> ranges) {
    long step = (interval.lengthMicros() - 1) / parts + 1;
    long start = interval.startMicros();
    while (interval.endMicros() - start > step) {
      ranges.add(RowRange.all(new WindowInterval(start, start + step)));
      start += step;
    }
    ranges.add(RowRange.all(new WindowInterval(start, interval.endMicros())));
  }

  /**
   * Divides a chunk by the table's blocks. The last range is open: it holds every block that the
   * count missed.
   */
  static List<List<RowRange>> byBlock(WindowInterval interval, long blocks, int slices) {
    long step = Math.max(1, (blocks - 1) / (slices * RANGES_PER_SLICE) + 1);
    List<RowRange> ranges = new ArrayList<>();
    long block = 0;
    while (blocks - block > step) {
      ranges.add(new RowRange(interval, block, OptionalLong.of(block + step)));
      block += step;
    }
    ranges.add(new RowRange(interval, block, OptionalLong.empty()));
    return deal(ranges, slices);
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
