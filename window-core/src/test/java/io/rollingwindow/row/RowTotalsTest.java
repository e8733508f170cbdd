package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class RowTotalsTest {

  private static final LocalDate DAY = LocalDate.of(2026, 9, 9);

  private static RowTotals totals(
      long rows, long min, long max, List<Long> nulls, Map<LocalDate, Long> days) {
    return new RowTotals(
        new MultisetDigest(rows, 0, rows),
        rows * 10,
        OptionalLong.of(min),
        OptionalLong.of(max),
        nulls,
        new TreeMap<>(days));
  }

  private static final RowTotals ONE =
      totals(3, -5, 7, List.of(1L, 0L), Map.of(DAY, 2L, DAY.plusDays(1), 1L));
  private static final RowTotals OTHER =
      totals(2, 0, 9, List.of(2L, 0L), Map.of(DAY.plusDays(1), 2L));

  @Test
  void totalsOfPartsAddUpInAnyOrder() {
    RowTotals whole = totals(5, -5, 9, List.of(3L, 0L), Map.of(DAY, 2L, DAY.plusDays(1), 3L));
    assertEquals(whole, ONE.plus(OTHER));
    assertEquals(whole, OTHER.plus(ONE));
    assertEquals(whole.hashCode(), OTHER.plus(ONE).hashCode());
    assertEquals(5, whole.rows());
  }

  @Test
  void theTotalsOfNoRowsChangeNothing() {
    assertEquals(ONE, ONE.plus(RowTotals.empty(2)));
    assertEquals(ONE, RowTotals.empty(2).plus(ONE));
    RowTotals none = RowTotals.empty(2).plus(RowTotals.empty(2));
    assertEquals(RowTotals.empty(2), none);
    assertEquals(Optional.empty(), none.minWindow());
    assertEquals(Optional.empty(), none.maxWindow());
  }

  @Test
  void totalsOfDifferentSchemasDoNotAddUp() {
    assertThrows(IllegalArgumentException.class, () -> ONE.plus(RowTotals.empty(3)));
  }

  @Test
  void countsThatOverflowAreAnErrorNotANegativeNumber() {
    RowTotals many =
        totals(Long.MAX_VALUE / 16, 0, 0, List.of(0L), Map.of(DAY, Long.MAX_VALUE / 16));
    RowTotals more = many.plus(RowTotals.empty(1));
    assertThrows(
        ArithmeticException.class,
        () -> {
          RowTotals sum = more;
          for (int i = 0; i < 20; i++) {
            sum = sum.plus(more);
          }
        });
  }

  @Test
  void aCallersCollectionsAreCopied() {
    List<Long> nulls = new ArrayList<>(List.of(1L, 0L));
    TreeMap<LocalDate, Long> days = new TreeMap<>(Map.of(DAY, 3L));
    RowTotals totals =
        new RowTotals(
            new MultisetDigest(3, 0, 0), 1, OptionalLong.of(1), OptionalLong.of(1), nulls, days);
    nulls.set(0, 9L);
    days.clear();
    assertEquals(List.of(1L, 0L), totals.nullCounts());
    assertEquals(Map.of(DAY, 3L), totals.rowsByUtcDay());
    assertThrows(UnsupportedOperationException.class, () -> totals.nullCounts().set(0, 1L));
    assertThrows(UnsupportedOperationException.class, () -> totals.rowsByUtcDay().clear());
  }

  @Test
  void partsThatContradictEachOtherAreRefused() {
    MultisetDigest two = new MultisetDigest(2, 0, 0);
    OptionalLong none = OptionalLong.empty();
    OptionalLong five = OptionalLong.of(5);
    OptionalLong six = OptionalLong.of(6);
    TreeMap<LocalDate, Long> twoRows = new TreeMap<>(Map.of(DAY, 2L));
    List<Long> nulls = List.of(2L);
    new RowTotals(two, 0, five, six, nulls, twoRows);
    refused(two, -1, five, six, nulls, twoRows);
    refused(two, 0, none, six, nulls, twoRows);
    refused(two, 0, five, none, nulls, twoRows);
    refused(two, 0, none, none, nulls, twoRows);
    refused(two, 0, six, five, nulls, twoRows);
    refused(two, 0, five, six, List.of(3L), twoRows);
    refused(two, 0, five, six, List.of(-1L), twoRows);
    refused(two, 0, five, six, nulls, new TreeMap<>(Map.of(DAY, 1L)));
    refused(two, 0, five, six, nulls, new TreeMap<>(Map.of(DAY, 2L, DAY.plusDays(1), 0L)));
    refused(two, 0, five, six, nulls, new TreeMap<>(Map.of(DAY, 3L, DAY.plusDays(1), -1L)));
    refused(MultisetDigest.EMPTY, 0, five, six, List.of(0L), new TreeMap<>());
  }

  private static void refused(
      MultisetDigest digest,
      long bytes,
      OptionalLong min,
      OptionalLong max,
      List<Long> nulls,
      SortedMap<LocalDate, Long> days) {
    assertThrows(
        IllegalArgumentException.class, () -> new RowTotals(digest, bytes, min, max, nulls, days));
  }
}
