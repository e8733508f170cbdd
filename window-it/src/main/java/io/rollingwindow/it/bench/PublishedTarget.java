package io.rollingwindow.it.bench;

import java.time.Duration;
import java.time.Instant;

/**
 * A partitioned target with rows of about a year, the window among them, made by the server itself.
 * After a run it holds the rows outside the window that it held before, and those of the source.
 *
 * <p>The generations before stay beside it. Where files were deleted a moment ago, some file
 * systems make new ones many times more slowly, and nobody drops them right before the next
 * refresh.
 */
final class PublishedTarget {

  private static final Instant FIRST = Instant.parse("2025-04-01T00:00:00Z");
  private static final Instant END = Instant.parse("2026-04-01T00:00:00Z");
  private static final String TABLE = "target";

  private final ClickHouseAccess clickHouse;
  private final Source source;
  private final RowSet expected;

  private PublishedTarget(ClickHouseAccess clickHouse, Source source, RowSet expected) {
    this.clickHouse = clickHouse;
    this.source = source;
    this.expected = expected;
  }

  /**
   * Makes the table and fills it with so many rows.
   *
   * @param brought what the source has in the window
   */
  static PublishedTarget create(
      ClickHouseAccess clickHouse,
      Source source,
      RowSet brought,
      String partitionBy,
      long rows,
      Duration window)
      throws Exception {
    Shape shape = source.shape();
    clickHouse.execute(shape.createInClickHouse(TABLE, partitionBy));
    if (rows == 0) {
      return new PublishedTarget(clickHouse, source, brought);
    }
    clickHouse.execute(fill(rows));
    clickHouse.execute("OPTIMIZE TABLE " + TABLE + " FINAL");
    RowSet kept =
        clickHouse.rows(
            shape, "(SELECT * FROM " + TABLE + " WHERE NOT (" + Shape.inside(window) + "))");
    return new PublishedTarget(clickHouse, source, kept.plus(brought));
  }

  /** Rows of the narrow shape, in the order of time. */
  private static String fill(long rows) {
    long step = Duration.between(FIRST, END).toNanos() / 1000 / rows;
    return "INSERT INTO "
        + TABLE
        + " SELECT toInt64(number), toDateTime64('2025-04-01 00:00:00', 6, 'UTC')"
        + " + toIntervalMicrosecond(number * "
        + step
        + "), toDecimal64(number % 100000000, 2), substring(hex(cityHash64(number)), 1, 15),"
        + " toInt32(number % 1000) FROM numbers("
        + rows
        + ") SETTINGS max_partitions_per_insert_block = 0";
  }

  Route route(BenchWorld world) throws Exception {
    return new Route(source, clickHouse.endpoint(), TABLE, world.journal());
  }

  /** Checks every row. */
  void check(String what) throws Exception {
    expected.require(clickHouse.rows(source.shape(), TABLE), "The target of '" + what + "'");
  }
}
