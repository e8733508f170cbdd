package io.rollingwindow.postgres.internal;

import java.util.List;
import java.util.Optional;

/**
 * What the catalog says of the table, to one session. Two sessions that read the same rows find
 * equal shapes.
 *
 * @param oid the table's identity
 * @param kind what it is, as {@code pg_class.relkind} has it
 * @param persistence how it is kept, as {@code pg_class.relpersistence} has it
 * @param present whether its rows are on this server; a standby lacks those of an unlogged table
 * @param hasChildren whether other tables inherit from it
 * @param filtered whether row level security filters what this role reads
 * @param readable whether this role may read it
 * @param columns its columns in order
 */
record TableShape(
    long oid,
    char kind,
    char persistence,
    boolean present,
    boolean hasChildren,
    boolean filtered,
    boolean readable,
    List<SourceColumn> columns) {

  TableShape {
    columns = List.copyOf(columns);
  }

  TableShape withColumns(List<SourceColumn> found) {
    return new TableShape(oid, kind, persistence, present, hasChildren, filtered, readable, found);
  }

  Optional<SourceColumn> column(String name) {
    return columns.stream().filter(column -> column.name().equals(name)).findFirst();
  }
}
