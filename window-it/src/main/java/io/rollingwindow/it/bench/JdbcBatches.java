package io.rollingwindow.it.bench;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collections;

/**
 * A cursor of the PostgreSQL driver and batches of the ClickHouse driver, as one writes it without
 * further thought. It moves a part of the rows, since it would take minutes for all.
 *
 * @param source the table
 * @param staging where it goes
 * @param share it moves one of so many rows
 */
record JdbcBatches(Source source, Staging staging, int share) implements Contender {

  private static final int BATCH = 20_000;

  @Override
  public String name() {
    return "JDBC cursor and batches, unverified";
  }

  @Override
  public void prepare() throws Exception {
    staging.empty();
  }

  @Override
  public long run() throws Exception {
    Shape shape = source.shape();
    int columns = shape.columns().size();
    String places = String.join(", ", Collections.nCopies(columns, "?"));
    try (Connection from = source.endpoint().connect();
        Connection to = staging.clickHouse().endpoint().connect();
        Statement select = from.createStatement();
        PreparedStatement insert =
            to.prepareStatement(
                "INSERT INTO "
                    + staging.table()
                    + " ("
                    + shape.names()
                    + ") VALUES ("
                    + places
                    + ")")) {
      from.setAutoCommit(false);
      select.setFetchSize(BATCH);
      long rows = 0;
      try (ResultSet row = select.executeQuery(source.selectPart(0, share))) {
        while (row.next()) {
          for (int column = 1; column <= columns; column++) {
            insert.setObject(column, value(row, column));
          }
          insert.addBatch();
          rows++;
          if (rows % BATCH == 0) {
            insert.executeBatch();
          }
        }
      }
      insert.executeBatch();
      return rows;
    }
  }

  private static Object value(ResultSet row, int column) throws SQLException {
    if (row.getMetaData().getColumnType(column) == Types.ARRAY) {
      Array array = row.getArray(column);
      return array == null ? null : array.getArray();
    }
    return switch (row.getMetaData().getColumnTypeName(column)) {
      case "timestamptz" -> row.getObject(column, OffsetDateTime.class);
      case "timestamp" -> {
        var local = row.getObject(column, java.time.LocalDateTime.class);
        yield local == null ? null : local.atOffset(ZoneOffset.UTC);
      }
      case "date" -> row.getObject(column, java.time.LocalDate.class);
      case "jsonb" -> row.getString(column);
      default -> row.getObject(column);
    };
  }

  @Override
  public void check() throws Exception {
    RowSet part =
        staging
            .clickHouse()
            .rows(
                source.shape(),
                "(SELECT * FROM " + staging.reference() + " WHERE " + partCondition() + ")");
    part.require(
        staging.clickHouse().rows(source.shape(), staging.table()),
        "The table filled by '" + name() + "'");
  }

  private String partCondition() {
    return Shape.WINDOW_COLUMN
        + " < parseDateTime64BestEffort('"
        + Shape.WINDOW_START.plus(Shape.WINDOW_LENGTH.dividedBy(share))
        + "', 6, 'UTC')";
  }
}
