package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.internal.PartHistory.Made;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A background merge is told from a write by blocks, mutations and row counts. */
class PartHistoryTest {

  private static final String PARTITION = "202608";

  /** The part of one insert. */
  private static Made inserted(long block, long rows) {
    return part(block, block, 0, rows);
  }

  private static Made part(long first, long last, long mutation, long rows) {
    String hash = first + "-" + last + "-" + mutation;
    long version = mutation == 0 ? first : mutation;
    return new Made(first, last, version, false, new PartSet.Part(rows, hash));
  }

  private static Made masked(long block, long mutation, long rows) {
    return new Made(block, block, mutation, true, new PartSet.Part(rows, "masked"));
  }

  private static boolean onlyMerged(List<Made> before, List<Made> after) {
    return new PartHistory(Map.of(PARTITION, before))
        .isOnlyMergedIn(new PartHistory(Map.of(PARTITION, after)), PARTITION);
  }

  @Test
  void mergedPartsAreTheSameRows() {
    List<Made> before = List.of(inserted(1, 10), inserted(2, 20), inserted(4, 5));
    assertTrue(onlyMerged(before, before));
    assertTrue(onlyMerged(before, List.of(part(1, 4, 0, 35))));
    assertTrue(onlyMerged(before, List.of(part(1, 2, 0, 30), inserted(4, 5))));
  }

  @Test
  void aPartThatWasMutatedBeforeMayMerge() {
    assertTrue(onlyMerged(List.of(part(1, 3, 7, 10), inserted(8, 1)), List.of(part(1, 8, 7, 11))));
  }

  @Test
  void rowsThatWereDeletedBeforeMayBeSweptOut() {
    List<Made> before = List.of(masked(1, 3, 10), inserted(4, 5));
    assertTrue(onlyMerged(before, List.of(part(1, 4, 3, 12))));
    assertFalse(onlyMerged(before, List.of(part(1, 4, 3, 16))));
  }

  @Test
  void anInsertIsNoMergeAlsoWhenItWasMerged() {
    List<Made> before = List.of(inserted(1, 10), inserted(2, 20));
    assertFalse(onlyMerged(before, List.of(inserted(1, 10), inserted(2, 20), inserted(3, 1))));
    assertFalse(onlyMerged(before, List.of(part(1, 3, 0, 31))));
    assertFalse(onlyMerged(before, List.of(part(1, 3, 0, 30))));
  }

  @Test
  void aMutationIsNoMerge() {
    List<Made> before = List.of(inserted(1, 10), part(2, 3, 4, 20));
    assertFalse(onlyMerged(before, List.of(part(1, 1, 5, 10), part(2, 3, 5, 20))));
    assertFalse(onlyMerged(before, List.of(part(1, 3, 5, 30))));
  }

  @Test
  void lostOrReplacedRowsAreNoMerge() {
    List<Made> before = List.of(inserted(1, 10), inserted(2, 20));
    assertFalse(onlyMerged(before, List.of(inserted(1, 10))));
    assertFalse(onlyMerged(before, List.of()));
    assertFalse(onlyMerged(before, List.of(part(1, 2, 0, 29))));
    assertFalse(onlyMerged(before, List.of(inserted(5, 30))));
    assertFalse(onlyMerged(List.of(), List.of(inserted(1, 10))));
  }

  @Test
  void thePartsOfAHistoryAreCountedByWhatTheyHold() {
    PartHistory history =
        new PartHistory(Map.of(PARTITION, List.of(inserted(1, 10), inserted(2, 20))));
    assertEquals(
        Map.of(PARTITION, Map.of(inserted(1, 10).part(), 1, inserted(2, 20).part(), 1)),
        history.parts().partitions());
  }
}
