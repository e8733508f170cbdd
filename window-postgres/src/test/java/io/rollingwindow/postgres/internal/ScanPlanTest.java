package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanPlanTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Seq Scan on events t  (cost=0.00..129.00 rows=6000 width=44)           | 6000 | 44 | true
          Index Scan using i on events t  (cost=0.29..8.31 rows=1 width=16)       | 1    | 16 | false
          Bitmap Heap Scan on events t  (cost=14.05..1.3 rows=9876543210 width=1) | 9876543210 | 1 | false
          Result  (cost=0.00..0.00 rows=0 width=0)                                | 0    | 0  | false
          Something else                                                          | 0    | 0  | false
          """)
  void theFirstLineTellsRowsWidthAndWay(String line, long rows, long width, boolean wholeTable) {
    assertEquals(new ScanPlan(rows, width, wholeTable), ScanPlan.parse(line));
  }
}
