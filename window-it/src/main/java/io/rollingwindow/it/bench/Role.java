package io.rollingwindow.it.bench;

/** The processes that take part. */
enum Role {
  /** This Java process: the client of both servers. */
  CLIENT,
  /** All processes of the PostgreSQL server. */
  POSTGRES,
  /** The process that holds the ClickHouse engine. */
  CLICKHOUSE
}
