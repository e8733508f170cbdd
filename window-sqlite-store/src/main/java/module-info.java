/** The durable store of leases, journal and publications in one SQLite file. */
module io.rollingwindow.sqlite {
  requires transitive io.rollingwindow.core;
  requires com.fasterxml.jackson.databind;
  requires java.sql;
  requires org.xerial.sqlitejdbc;

  exports io.rollingwindow.sqlite;
}
