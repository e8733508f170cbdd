package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.it.verify.MultisetComparison;
import java.io.IOException;
import java.sql.SQLException;

/** What must be true once a refresh was recovered. */
final class Audit {

  private Audit() {}

  /** Both sides hold the same window, the outside is as at first, and callbacks came in order. */
  static void of(Refresh refresh, String situation) throws SQLException, IOException {
    MultisetComparison window = refresh.route().compareWindow();
    assertTrue(window.equal(), () -> situation + ": the window is " + window);
    assertEquals(0, refresh.route().outsideDifferences(), situation + ": rows outside changed");
    assertEquals("", refresh.ledger().stateBeforeEvidence(), situation);
  }
}
