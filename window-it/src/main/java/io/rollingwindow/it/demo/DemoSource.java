package io.rollingwindow.it.demo;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The source table: 1.2 million rows in the window, every one of them twice, and rows around it.
 */
final class DemoSource {

  static final String SORTED_WINDOW =
      "SELECT id, (extract(epoch FROM observed_at) * 1000000)::bigint, amount, name, quantity"
          + " FROM public.events"
          + " WHERE observed_at >= '2026-09-02Z' AND observed_at < '2026-09-09Z'"
          + " ORDER BY id, observed_at, amount, name COLLATE \"C\", quantity";

  private DemoSource() {}

  static void create(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE public.events (id bigint NOT NULL, observed_at timestamptz,"
              + " amount numeric(18, 2), name text NOT NULL, quantity integer NOT NULL)");
      fill(statement, 0, 1_200_000, "2026-09-02Z", 1_008_000);
      fill(statement, 2_000_000, 50_000, "2026-08-20Z", 1_000_000);
      fill(statement, 3_000_000, 50_000, "2026-09-09Z", 1_000_000);
      statement.execute(
          "INSERT INTO public.events SELECT 4000000 + n, NULL, n, 'no instant', n"
              + " FROM generate_series(1, 1000) n");
      statement.execute("CREATE INDEX ON public.events (observed_at)");
      statement.execute("ANALYZE public.events");
    }
  }

  /** Rows that came late, and some that went: what a second refresh has to bring over. */
  static void change(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      fill(statement, 5_000_000, 20_000, "2026-09-05Z", 1_000_000);
      statement.execute(
          "DELETE FROM public.events WHERE observed_at >= '2026-09-03Z'"
              + " AND observed_at < '2026-09-03 01:00Z'");
      statement.execute("ANALYZE public.events");
    }
  }

  private static void fill(
      Statement statement, long firstId, int rows, String start, long stepMicros)
      throws SQLException {
    statement.execute(
        "INSERT INTO public.events SELECT "
            + firstId
            + " + n / 2, '"
            + start
            + "'::timestamptz + (n / 2) * interval '"
            + stepMicros
            + " microseconds', CASE WHEN n / 2 % 10 = 0 THEN NULL ELSE (n / 2) / 100.0 END,"
            + " 'event ' || n / 2 % 1000, n / 2 % 50 FROM generate_series(0, "
            + (rows - 1)
            + ") n");
  }
}
