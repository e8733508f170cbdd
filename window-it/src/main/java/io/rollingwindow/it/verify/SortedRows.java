package io.rollingwindow.it.verify;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of one sorted query, read one after another without keeping them. Numbers of whatever
 * width compare by their value, everything else by its text.
 */
final class SortedRows implements AutoCloseable {

  private static final int FETCH_ROWS = 10_000;

  private final Statement statement;
  private final ResultSet rows;
  private final int columns;

  SortedRows(Connection connection, String query) throws SQLException {
    statement = connection.createStatement();
    try {
      statement.setFetchSize(FETCH_ROWS);
      rows = statement.executeQuery(query);
      columns = rows.getMetaData().getColumnCount();
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  Optional<List<Object>> next() throws SQLException {
    if (!rows.next()) {
      return Optional.empty();
    }
    List<Object> row = new ArrayList<>(columns);
    for (int column = 1; column <= columns; column++) {
      row.add(value(rows.getObject(column)));
    }
    return Optional.of(row);
  }

  private static Object value(Object raw) {
    if (raw == null) {
      return "<NULL>";
    }
    return raw instanceof Number number
        ? new BigDecimal(number.toString()).stripTrailingZeros()
        : raw.toString();
  }

  @Override
  public void close() throws SQLException {
    try (statement) {
      rows.close();
    }
  }
}
