package io.rollingwindow.it.bench;

import java.util.Optional;

/** A table in ClickHouse that contenders fill in turn, empty before each. */
final class Staging {

  private final ClickHouseAccess clickHouse;
  private final Shape shape;
  private final String table;
  private Optional<RowSet> expected = Optional.empty();

  Staging(ClickHouseAccess clickHouse, Shape shape, String table) {
    this.clickHouse = clickHouse;
    this.shape = shape;
    this.table = table;
  }

  ClickHouseAccess clickHouse() {
    return clickHouse;
  }

  Shape shape() {
    return shape;
  }

  String table() {
    return table;
  }

  void empty() throws Exception {
    clickHouse.execute("DROP TABLE IF EXISTS " + table + " SYNC");
    clickHouse.execute(shape.createInClickHouse(table, ""));
  }

  /** The table that keeps what every contender has to put there. */
  String reference() {
    return table + "_reference";
  }

  /** Takes what is in the table now for what every contender has to put there. */
  void expectThis() throws Exception {
    expected = Optional.of(clickHouse.rows(shape, table));
    clickHouse.execute("DROP TABLE IF EXISTS " + reference() + " SYNC");
    clickHouse.execute("RENAME TABLE " + table + " TO " + reference());
  }

  RowSet expected() {
    return expected.orElseThrow();
  }

  void check(String contender) throws Exception {
    expected().require(clickHouse.rows(shape, table), "The table filled by '" + contender + "'");
  }
}
