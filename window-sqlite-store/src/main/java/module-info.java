/**
 * The durable store of leases, journal and publications in one SQLite file, and callbacks that need
 * no more than a directory or a JDBC connection.
 */
module io.rollingwindow.sqlite {
  requires transitive io.rollingwindow.core;
  requires com.fasterxml.jackson.databind;
  requires transitive java.sql;
  requires org.xerial.sqlitejdbc;

  exports io.rollingwindow.callbacks;
  exports io.rollingwindow.sqlite;
}
