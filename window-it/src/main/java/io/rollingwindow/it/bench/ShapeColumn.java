package io.rollingwindow.it.bench;

/**
 * One column on both sides.
 *
 * @param name its name
 * @param postgres its type in PostgreSQL
 * @param clickHouse its type in ClickHouse
 * @param value the SQL expression that makes its value in PostgreSQL from the row number {@code g}
 */
record ShapeColumn(String name, String postgres, String clickHouse, String value) {}
