package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.internal.PartSet.Part;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Parts are known by what they hold, and by how often. */
class PartSetTest {

  private static final Part TEN = new Part(10, "ten");
  private static final Part TWENTY = new Part(20, "twenty");

  private static PartSet set(String partition, Map<Part, Integer> parts) {
    return new PartSet(Map.of(partition, parts));
  }

  @Test
  void aSetHoldsAllPartsOfAnotherWhereItHasEachAtLeastAsOften() {
    PartSet both = set("p", Map.of(TEN, 2, TWENTY, 1));
    assertTrue(both.holdsAll(PartSet.NONE));
    assertTrue(both.holdsAll(both));
    assertTrue(both.holdsAll(set("p", Map.of(TEN, 1, TWENTY, 1))));
    assertFalse(both.holdsAll(set("p", Map.of(TEN, 3))));
    assertFalse(PartSet.NONE.holdsAll(both));
  }

  @Test
  void aPartInAnotherPartitionIsAnotherPart() {
    assertFalse(set("p", Map.of(TEN, 1)).holdsAll(set("q", Map.of(TEN, 1))));
  }

  @Test
  void asManyRowsWithAnotherHashAreAnotherPart() {
    assertFalse(set("p", Map.of(TEN, 1)).holdsAll(set("p", Map.of(new Part(10, "other"), 1))));
  }

  @Test
  void aMergedPartIsNotTakenForThePartsThatItWasMadeFrom() {
    PartSet merged = set("p", Map.of(new Part(30, "merged"), 1));
    assertFalse(merged.holdsAll(set("p", Map.of(TEN, 1, TWENTY, 1))));
    assertEquals(-1, merged.rowsBeyond("p", set("p", Map.of(TEN, 1, TWENTY, 1))));
  }

  @Test
  void theSumOfSetsCountsEveryCopy() {
    PartSet sum =
        PartSet.sum(
            List.of(
                set("p", Map.of(TEN, 1)), set("p", Map.of(TEN, 1)), set("q", Map.of(TWENTY, 1))));
    assertEquals(Map.of("p", Map.of(TEN, 2), "q", Map.of(TWENTY, 1)), sum.partitions());
    assertEquals(10, sum.rowsBeyond("p", set("p", Map.of(TEN, 1))));
    assertEquals(List.of("q"), sum.differing(set("p", Map.of(TEN, 2))));
  }
}
