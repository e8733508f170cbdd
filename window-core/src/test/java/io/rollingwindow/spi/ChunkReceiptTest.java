package io.rollingwindow.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.testkit.SampleRecords;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Rows are in a table, and only a chunk without any needs none. */
class ChunkReceiptTest {

  private static final RunId RUN = SampleRecords.runId(1);
  private static final AttemptId ATTEMPT = new AttemptId(RUN, 3, 1);

  @Test
  void rowsWithoutAStagingTableAreRefused() {
    RowTotals some = SampleRecords.verified(1, 3, 2).receipt().orElseThrow().totals();

    assertThrows(
        IllegalArgumentException.class, () -> new ChunkReceipt(ATTEMPT, Optional.empty(), some, 1));
  }

  @Test
  void aChunkWithoutRowsMayHaveNone() {
    ChunkReceipt receipt = new ChunkReceipt(ATTEMPT, Optional.empty(), RowTotals.empty(2), 1);

    assertEquals(3, receipt.chunk());
  }

  @Test
  void aStagingTableHasANameAndAnIdentity() {
    assertThrows(IllegalArgumentException.class, () -> new StagingTable(" ", "uuid"));
    assertThrows(IllegalArgumentException.class, () -> new StagingTable("table", ""));
  }
}
