package io.rollingwindow.it.bridge;

import java.util.Objects;

/**
 * A row policy of the embedded server: which rows of a table its user sees.
 *
 * @param filter the condition, in SQL
 */
public record RowPolicy(String database, String table, String filter) {

  /** Requires every part. */
  public RowPolicy {
    Objects.requireNonNull(database, "database");
    Objects.requireNonNull(table, "table");
    Objects.requireNonNull(filter, "filter");
  }
}
