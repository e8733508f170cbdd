package io.rollingwindow.clickhouse.internal;

/** A table by its database and name, both as the server stores them. */
record TableRef(String database, String name) {

  /** The table as statements write it. */
  String sql() {
    return Sql.name(database) + '.' + Sql.name(name);
  }

  /** A condition on a system table that has the columns {@code database} and {@code table}. */
  String isTable() {
    return "database = " + Sql.text(database) + " AND table = " + Sql.text(name);
  }

  TableRef sibling(String other) {
    return new TableRef(database, other);
  }

  @Override
  public String toString() {
    return database + '.' + name;
  }
}
