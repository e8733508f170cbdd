package io.rollingwindow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChunkGridTest {

  private static final long DAY = 86_400_000_000L;
  private static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  @Test
  void sevenDaysByTwoEndWithAShortChunk() {
    assertEquals(
        List.of(
            "2026-09-02T00:00:00Z",
            "2026-09-04T00:00:00Z",
            "2026-09-06T00:00:00Z",
            "2026-09-08T00:00:00Z",
            "2026-09-09T00:00:00Z"),
        bounds(grid(END, 7 * DAY, 2 * DAY)));
  }

  @Test
  void threeMicrosecondsByTwoEndWithAChunkOfOne() {
    ChunkGrid grid = new ChunkGrid(new WindowInterval(0, 3), 2);

    assertEquals(2, grid.count());
    assertEquals(new Chunk(0, new WindowInterval(0, 2)), grid.chunk(0));
    assertEquals(new Chunk(1, new WindowInterval(2, 3)), grid.chunk(1));
  }

  @Test
  void aChunkLongerThanTheIntervalIsTheInterval() {
    ChunkGrid grid = new ChunkGrid(new WindowInterval(-5, 5), Long.MAX_VALUE);

    assertEquals(1, grid.count());
    assertEquals(new WindowInterval(-5, 5), grid.chunk(0).interval());
  }

  @Property
  void chunksTileTheInterval(@ForAll("grids") ChunkGrid grid) {
    long bound = grid.interval().startMicros();
    for (int i = 0; i < grid.count(); i++) {
      Chunk chunk = grid.chunk(i);
      assertEquals(i, chunk.index());
      assertEquals(bound, chunk.interval().startMicros());
      if (i < grid.count() - 1) {
        assertEquals(grid.chunkMicros(), chunk.interval().lengthMicros());
      }
      assertTrue(chunk.interval().lengthMicros() <= grid.chunkMicros());
      bound = chunk.interval().endMicros();
    }
    assertEquals(grid.interval().endMicros(), bound);
  }

  @Property
  void theChunkOfAnInstantIsTheOneThatContainsIt(
      @ForAll("grids") ChunkGrid grid, @ForAll long pick) {
    long offset = Math.floorMod(pick, grid.interval().lengthMicros());
    long instant = grid.interval().startMicros() + offset;

    assertTrue(grid.chunk(grid.indexAt(instant)).interval().contains(instant));
  }

  @Property
  void bothEndsOfAChunkFallIntoIt(@ForAll("grids") ChunkGrid grid, @ForAll int pick) {
    int index = Math.floorMod(pick, grid.count());
    WindowInterval chunk = grid.chunk(index).interval();

    assertEquals(index, grid.indexAt(chunk.startMicros()));
    assertEquals(index, grid.indexAt(chunk.endMicros() - 1));
  }

  @Property
  void noInstantOutsideFallsIntoAChunk(@ForAll("grids") ChunkGrid grid) {
    assertThrows(
        IllegalArgumentException.class, () -> grid.indexAt(grid.interval().startMicros() - 1));
    assertThrows(IllegalArgumentException.class, () -> grid.indexAt(grid.interval().endMicros()));
    assertThrows(IndexOutOfBoundsException.class, () -> grid.chunk(-1));
    assertThrows(IndexOutOfBoundsException.class, () -> grid.chunk(grid.count()));
  }

  /** Intervals anywhere in 64 bits, with few chunks or many, of which the last may be short. */
  @Provide
  Arbitrary<ChunkGrid> grids() {
    Arbitrary<Long> chunks = Arbitraries.longs().between(1, Long.MAX_VALUE / 2_000);
    Arbitrary<Integer> counts = Arbitraries.integers().between(1, 1_000);
    return Combinators.combine(chunks, counts, Arbitraries.longs(), Arbitraries.longs())
        .as(ChunkGridTest::gridOf);
  }

  private static ChunkGrid gridOf(long chunk, int count, long lastPick, long startPick) {
    long length = chunk * (count - 1) + Math.floorMod(lastPick, chunk) + 1;
    long start = startPick > 0 ? startPick % (Long.MAX_VALUE - length) : startPick;
    long bounded = Math.max(start, Long.MIN_VALUE + 1);
    return new ChunkGrid(new WindowInterval(bounded, bounded + length), chunk);
  }

  @Test
  void aHundredThousandChunksArePlannedWithoutKeepingAnyOfThem() {
    ChunkGrid grid = grid(END, 100_000, 1);

    assertEquals(100_000, grid.count());
    assertEquals(new WindowInterval(micros(END) - 1, micros(END)), grid.chunk(99_999).interval());
    assertEquals(99_999, grid.indexAt(micros(END) - 1));
    assertEquals(
        2, ChunkGrid.class.getRecordComponents().length, "an interval and a length, nothing more");
  }

  @Test
  void oneChunkMoreIsRefused() {
    assertEquals(100_000, grid(END, 200_000, 2).count());
    assertEquals(100_000, grid(END, 199_999, 2).count());
    assertThrows(IllegalArgumentException.class, () -> grid(END, 100_001, 1));
    assertThrows(IllegalArgumentException.class, () -> grid(END, 200_001, 2));
  }

  @Test
  void chunksOfAMicrosecondOverSevenDaysAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> grid(END, 7 * DAY, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ChunkGrid(new WindowInterval(0, Long.MAX_VALUE), 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, Long.MIN_VALUE})
  void aChunkWithoutLengthIsRefused(long chunkMicros) {
    assertThrows(
        IllegalArgumentException.class, () -> new ChunkGrid(new WindowInterval(0, 1), chunkMicros));
  }

  @Test
  void aGridNeedsAnInterval() {
    assertThrows(NullPointerException.class, () -> new ChunkGrid(null, 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "UTC",
        "America/New_York",
        "Europe/Berlin",
        "Australia/Lord_Howe",
        "Asia/Kathmandu",
        "Pacific/Apia"
      })
  void daysHaveTwentyFourHoursWhereverClocksAreSetForwardOrBack(String zone) {
    TimeZone before = TimeZone.getDefault();
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    try {
      assertEquals(
          List.of(
              "2026-03-06T00:00:00Z",
              "2026-03-07T00:00:00Z",
              "2026-03-08T00:00:00Z",
              "2026-03-09T00:00:00Z",
              "2026-03-10T00:00:00Z"),
          bounds(grid(Instant.parse("2026-03-10T00:00:00Z"), 4 * DAY, DAY)));
      assertEquals(
          List.of(
              "2026-10-31T00:00:00Z",
              "2026-11-01T00:00:00Z",
              "2026-11-02T00:00:00Z",
              "2026-11-03T00:00:00Z"),
          bounds(grid(Instant.parse("2026-11-03T00:00:00Z"), 3 * DAY, DAY)));
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private static ChunkGrid grid(Instant end, long lookback, long chunk) {
    return new ChunkGrid(new WindowInterval(micros(end) - lookback, micros(end)), chunk);
  }

  private static long micros(Instant instant) {
    return WindowInterval.micros(instant);
  }

  private static List<String> bounds(ChunkGrid grid) {
    List<String> bounds = new ArrayList<>();
    for (int i = 0; i < grid.count(); i++) {
      bounds.add(grid.chunk(i).interval().start().toString());
    }
    bounds.add(grid.interval().end().toString());
    return bounds;
  }
}
