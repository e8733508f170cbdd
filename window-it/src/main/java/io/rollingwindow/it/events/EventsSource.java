package io.rollingwindow.it.events;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The source table {@code public.events}: rows in the seven days from 2026-09-02 on, every one of
 * them twice, rows before and after, and rows without an instant.
 */
public final class EventsSource {

  /** The rows of the window, sorted by all columns. */
  public static final String SORTED_WINDOW =
      "SELECT id, (extract(epoch FROM observed_at) * 1000000)::bigint, amount, name, quantity"
          + " FROM public.events"
          + " WHERE observed_at >= '2026-09-02Z' AND observed_at < '2026-09-09Z'"
          + " ORDER BY id, observed_at, amount, name COLLATE \"C\", quantity";

  private static final long WINDOW_MICROS = 7 * 86_400_000_000L;

  private EventsSource() {}

  /**
   * Makes and fills the table.
   *
   * @param connection to an empty database
   * @param windowRows how many rows the window gets
   * @throws SQLException when the server refuses
   */
  public static void create(Connection connection, int windowRows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE public.events (id bigint NOT NULL, observed_at timestamptz,"
              + " amount numeric(18, 2), name text NOT NULL, quantity integer NOT NULL)");
      int outsideRows = Math.max(1, windowRows / 20);
      fill(statement, 0, windowRows, "2026-09-02Z", 2 * WINDOW_MICROS / windowRows);
      fill(statement, 2_000_000, outsideRows, "2026-08-20Z", 1_000_000);
      fill(statement, 3_000_000, outsideRows, "2026-09-09Z", 1_000_000);
      statement.execute(
          "INSERT INTO public.events SELECT 4000000 + n, NULL, n, 'no instant', n"
              + " FROM generate_series(1, 1000) n");
      statement.execute("CREATE INDEX ON public.events (observed_at)");
      statement.execute("ANALYZE public.events");
    }
  }

  /**
   * Lets rows come late and others go: what the next refresh has to bring over.
   *
   * @param connection to the table's database
   * @param round a number that was not used before
   * @param rows how many come
   * @throws SQLException when the server refuses
   */
  public static void change(Connection connection, int round, int rows) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      fill(statement, 10_000_000L + round * 1_000_000L, rows, "2026-09-05Z", 1_000_000);
      statement.execute(
          "DELETE FROM public.events WHERE observed_at >= '2026-09-03Z'"
              + " AND observed_at < '2026-09-03Z'::timestamptz + interval '1 hour' * "
              + (1 + round % 10));
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
