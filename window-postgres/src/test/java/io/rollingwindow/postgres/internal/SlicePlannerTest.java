package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.plan.WindowInterval;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SlicePlannerTest {

  @Test
  void fewRowsAreNotWorthASecondSlice() {
    assertEquals(1, SlicePlanner.slices(new ScanPlan(499_999, 8, false), 64));
    assertEquals(2, SlicePlanner.slices(new ScanPlan(500_000, 8, false), 64));
    assertEquals(1, SlicePlanner.slices(ScanPlan.UNKNOWN, 64));
    assertEquals(3, SlicePlanner.slices(new ScanPlan(Long.MAX_VALUE, 8, false), 3));
  }

  @Test
  void aFewWideRowsAreWorthASecondSlice() {
    assertEquals(1, SlicePlanner.slices(new ScanPlan(30_000, 1_000, false), 64));
    assertEquals(2, SlicePlanner.slices(new ScanPlan(40_000, 1_000, false), 64));
  }

  @Property
  void slicesByTimeTileTheChunk(
      @ForAll @LongRange(min = -1_000_000_000, max = 1_000_000_000) long start,
      @ForAll @LongRange(min = 1, max = 1_000_000_000) long length,
      @ForAll @Size(max = 120)
          List<@LongRange(min = -2_000_000_000, max = 2_000_000_000) Long> quantiles,
      @ForAll @IntRange(min = 1, max = 64) int slices) {
    WindowInterval interval = new WindowInterval(start, start + length);
    List<Long> ascending = quantiles.stream().sorted().toList();
    List<List<RowRange>> dealt = SlicePlanner.byTime(interval, ascending, slices);
    assertTrue(dealt.size() <= slices);
    long at = start;
    for (RowRange range : inOrder(dealt, Comparator.comparing(r -> r.interval().startMicros()))) {
      assertEquals(at, range.interval().startMicros());
      assertEquals(0, range.fromBlock());
      assertEquals(OptionalLong.empty(), range.toBlock());
      at = range.interval().endMicros();
    }
    assertEquals(interval.endMicros(), at);
  }

  @Property
  void slicesByBlockTileTheTableAndWhatIsAppended(
      @ForAll @LongRange(min = 0, max = 4_294_967_295L) long blocks,
      @ForAll @IntRange(min = 1, max = 64) int slices) {
    WindowInterval interval = new WindowInterval(0, 1);
    List<List<RowRange>> dealt = SlicePlanner.byBlock(interval, blocks, slices);
    assertTrue(dealt.size() <= slices);
    OptionalLong at = OptionalLong.of(0);
    for (RowRange range : inOrder(dealt, Comparator.comparing(RowRange::fromBlock))) {
      assertEquals(interval, range.interval());
      assertEquals(at.orElseThrow(), range.fromBlock());
      at = range.toBlock();
    }
    assertEquals(OptionalLong.empty(), at, "the last range has no end");
  }

  @Test
  void rowsThatLieThickAreSharedOut() {
    WindowInterval week = new WindowInterval(0, 604_800);
    List<Long> hotHour = LongStream.range(100, 200).boxed().toList();
    for (List<RowRange> slice : SlicePlanner.byTime(week, hotHour, 4)) {
      long share =
          slice.stream()
              .filter(r -> r.interval().startMicros() >= 100 && r.interval().endMicros() <= 200)
              .count();
      assertTrue(share >= 24, "a quarter of the hour each: " + share);
    }
  }

  private static List<RowRange> inOrder(List<List<RowRange>> dealt, Comparator<RowRange> order) {
    return dealt.stream().flatMap(List::stream).sorted(order).toList();
  }
}
