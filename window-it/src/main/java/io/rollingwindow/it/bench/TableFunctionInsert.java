package io.rollingwindow.it.bench;

/**
 * Lets ClickHouse read the table by itself, unverified: the one line that this library competes
 * with.
 *
 * @param source the table
 * @param staging where it goes
 */
record TableFunctionInsert(Source source, Staging staging) implements Contender {

  @Override
  public String name() {
    return "INSERT .. SELECT FROM postgresql(..), unverified"
        + (staging.isPartitioned() ? ", by day" : "");
  }

  @Override
  public void prepare() throws Exception {
    staging.empty();
  }

  @Override
  public long run() throws Exception {
    staging
        .clickHouse()
        .execute("INSERT INTO " + staging.table() + " SELECT * FROM " + source.asTableFunction());
    return source.rows();
  }

  @Override
  public void check() throws Exception {
    staging.check(name());
  }
}
