package io.rollingwindow.it.verify;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Compares two queries row by row. Both must be sorted by all their columns, in the same order and
 * with a binary collation; equal rows then stand beside each other on both sides, so that equality
 * of the sequences is equality of the multisets.
 */
public final class MultisetComparison {

  private final long rows;
  private final long firstDifference;

  private MultisetComparison(long rows, long firstDifference) {
    this.rows = rows;
    this.firstDifference = firstDifference;
  }

  /**
   * Reads both sides to their ends or to the first difference.
   *
   * @param left one server
   * @param leftQuery its sorted query
   * @param right the other server
   * @param rightQuery its sorted query, with the same columns
   * @return what was found
   * @throws SQLException when a query fails
   */
  public static MultisetComparison of(
      Connection left, String leftQuery, Connection right, String rightQuery) throws SQLException {
    long equal = 0;
    try (SortedRows leftRows = new SortedRows(left, leftQuery);
        SortedRows rightRows = new SortedRows(right, rightQuery)) {
      while (true) {
        Optional<List<Object>> one = leftRows.next();
        Optional<List<Object>> other = rightRows.next();
        if (!one.equals(other)) {
          return new MultisetComparison(equal, equal + 1);
        }
        if (one.isEmpty()) {
          return new MultisetComparison(equal, 0);
        }
        equal++;
      }
    }
  }

  /** Whether both sides hold the same rows equally often. */
  public boolean equal() {
    return firstDifference == 0;
  }

  /** How many rows were found equal. */
  public long rows() {
    return rows;
  }

  /**
   * What was found, in words.
   *
   * @return one clause without values
   */
  @Override
  public String toString() {
    return equal()
        ? "equal, " + rows + " rows compared one by one"
        : "different from row " + firstDifference + " on";
  }
}
