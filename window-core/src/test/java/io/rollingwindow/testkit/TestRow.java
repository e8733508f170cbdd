package io.rollingwindow.testkit;

import io.rollingwindow.type.WindowSchema;

/**
 * A row of the test schema.
 *
 * @param id any number
 * @param micros the window column in microseconds since 1970; null for NULL
 */
public record TestRow(long id, Long micros) {

  /** The window column. */
  public static final String WINDOW_COLUMN = "observed_at";

  /** The columns of all test tables. */
  public static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column(WINDOW_COLUMN, "Nullable(DateTime64(6, 'UTC'))")
          .build();

  /**
   * A row with a time.
   *
   * @param id any number
   * @param micros microseconds since 1970
   * @return the row
   */
  public static TestRow at(long id, long micros) {
    return new TestRow(id, micros);
  }
}
