/** Reads one window of a PostgreSQL table: one exported snapshot, parallel binary COPY. */
module io.rollingwindow.postgres {
  requires transitive io.rollingwindow.core;
  requires transitive java.sql;
  requires org.postgresql.jdbc;

  exports io.rollingwindow.postgres;
}
