package io.rollingwindow.row;

import java.util.List;
import java.util.Objects;

/**
 * In which rows one multiset differs from another.
 *
 * @param rows the rows that could be told apart, by hash
 * @param others at least how many more rows differ, equal ones counted once; 0 when {@code rows}
 *     are all
 */
public record MultisetDifference(List<Row> rows, int others) {

  /**
   * Copies the list.
   *
   * @throws IllegalArgumentException when the number of others is negative
   */
  public MultisetDifference {
    rows = List.copyOf(rows);
    if (others < 0) {
      throw new IllegalArgumentException("a number of rows is not negative");
    }
  }

  /**
   * A row that is there too often or too rarely.
   *
   * @param hash its keyed hash, 32 lowercase hexadecimal digits
   * @param copies how many copies there are too many; negative where there are too few
   */
  public record Row(String hash, long copies) {

    /**
     * Checks that there is a difference.
     *
     * @throws IllegalArgumentException when there are as many copies as there should be
     */
    public Row {
      Objects.requireNonNull(hash, "hash");
      if (copies == 0) {
        throw new IllegalArgumentException("a row that differs has copies too many or too few");
      }
    }
  }

  /**
   * Tells whether nothing differs.
   *
   * @return whether the multisets are equal, as far as hashes tell
   */
  public boolean isEmpty() {
    return rows.isEmpty() && others == 0;
  }
}
