package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.row.MultisetSketch;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A chunk whose staging table differs, read once more so that the rows can be named. Nothing is
 * sent and nothing kept but a sketch; the server makes its own of the table.
 */
final class SecondReading {

  private static final System.Logger LOG = System.getLogger(SecondReading.class.getName());

  private final MultisetSketch sketch = new MultisetSketch();
  private final RowEncoder rows;
  private final RowTotals first;
  private final Supplier<String> sums;

  /**
   * A reading that has not begun.
   *
   * @param rows an encoder set up for the chunk
   * @param first what the first reading counted
   * @param sums asked for what is known of the difference without this reading
   */
  SecondReading(RowEncoder.Builder rows, RowTotals first, Supplier<String> sums) {
    this.rows = rows.sketch(sketch).sink((buffer, offset, length) -> {}).build();
    this.first = first;
    this.sums = sums;
  }

  /**
   * Says how the table differs, as far as that can be told.
   *
   * @param again puts the rows of the chunk into an encoder
   * @param staged asks the server for the table's sketch
   */
  String difference(Consumer<RowEncoder> again, Supplier<MultisetSketch> staged) {
    try {
      again.accept(rows);
      if (!rows.finish().equals(first)) {
        return sums.get() + " A second reading of the chunk brought other rows than the first.";
      }
    } catch (WindowException | IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A chunk that differs could not be read again", e);
      return sums.get() + " Which they are is not known, as the chunk could not be read again.";
    }
    try {
      return DifferenceText.of(staged.get().minus(sketch), sums);
    } catch (StatementFailure e) {
      LOG.log(System.Logger.Level.DEBUG, "A staging table could not be sketched", e);
      return sums.get() + " Which they are is not known, as the server gave no answer.";
    }
  }
}
