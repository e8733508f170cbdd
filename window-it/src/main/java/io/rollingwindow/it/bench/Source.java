package io.rollingwindow.it.bench;

import io.rollingwindow.it.servers.PostgresEndpoint;
import io.rollingwindow.postgres.PostgresWindowSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A filled table in PostgreSQL, with an index on the column of the window.
 *
 * @param endpoint its database
 * @param shape its columns
 * @param table its name
 * @param rows its rows, all of them inside the window
 */
record Source(PostgresEndpoint endpoint, Shape shape, String table, long rows) {

  /** Makes the table. */
  static Source create(PostgresEndpoint endpoint, Shape shape, String table, long rows)
      throws SQLException {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(shape.createInPostgres(table));
      statement.execute(shape.fillInPostgres(table, rows));
      statement.execute("CREATE INDEX ON " + table + " (" + Shape.WINDOW_COLUMN + ")");
      statement.execute("VACUUM (FREEZE, ANALYZE) " + table);
    }
    return new Source(endpoint, shape, table, rows);
  }

  /** Our reader of the table. */
  PostgresWindowSource reader() {
    return PostgresWindowSource.builder()
        .connections(endpoint::connect)
        .schema("public")
        .table(table)
        .build();
  }

  String select() {
    return "SELECT " + shape.names() + " FROM " + table;
  }

  /** The part of the rows that is numbered {@code part} of {@code parts}, by time. */
  String selectPart(int part, int parts) {
    return select()
        + " WHERE "
        + Shape.WINDOW_COLUMN
        + " >= '"
        + boundary(part, parts)
        + "' AND "
        + Shape.WINDOW_COLUMN
        + " < '"
        + boundary(part + 1, parts)
        + "'";
  }

  private static String boundary(int part, int parts) {
    return Shape.WINDOW_START
        .plus(Shape.WINDOW_LENGTH.dividedBy(parts).multipliedBy(part))
        .toString();
  }

  /** The rows of a window from its start, as ClickHouse reads and stores them by itself. */
  RowSet rowsIn(Duration window, ClickHouseAccess clickHouse) throws Exception {
    clickHouse.execute(shape.createInClickHouse("brought", ""));
    try {
      clickHouse.execute("INSERT INTO brought SELECT * FROM " + asTableFunction());
      return clickHouse.rows(shape, "(SELECT * FROM brought WHERE " + Shape.inside(window) + ")");
    } finally {
      clickHouse.execute("DROP TABLE brought SYNC");
    }
  }

  /** The table as ClickHouse reads it by itself. */
  String asTableFunction() {
    return String.format(
        "postgresql('%s:%d', '%s', '%s', '%s', '%s')",
        endpoint.host(),
        endpoint.port(),
        endpoint.database(),
        table,
        endpoint.user(),
        endpoint.password());
  }
}
