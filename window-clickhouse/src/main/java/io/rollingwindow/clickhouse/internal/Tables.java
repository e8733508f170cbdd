package io.rollingwindow.clickhouse.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks tables up by name, by identity and by what they begin with. */
final class Tables {

  private static final String COLUMNS = "name, toString(uuid), engine, create_table_query, comment";

  private Tables() {}

  /** A table as {@code system.tables} shows it. */
  record Found(String name, String uuid, String engine, String definition, String comment) {

    Optional<OwnerComment> owner() {
      return OwnerComment.parse(comment);
    }
  }

  /** A scalar subquery for the identity behind a name. */
  static String uuidOf(TableRef table) {
    return "SELECT toString(uuid) FROM system.tables WHERE database = %s AND name = %s"
        .formatted(Sql.text(table.database()), Sql.text(table.name()));
  }

  /** The identities behind several names of one database, as of one moment; by name. */
  static Map<String, String> uuidsOf(ControlSession session, List<TableRef> tables) {
    Map<String, String> uuids = new HashMap<>();
    session
        .query(
            "SELECT name, toString(uuid) FROM system.tables WHERE database = %s AND name IN (%s)"
                .formatted(
                    Sql.text(tables.get(0).database()),
                    Sql.texts(tables.stream().map(TableRef::name).toList())),
            row -> Map.entry(row.getString(1), row.getString(2)))
        .forEach(table -> uuids.put(table.getKey(), table.getValue()));
    return uuids;
  }

  static Optional<Found> byName(ControlSession session, TableRef table) {
    return select(session, table.database(), "name = " + Sql.text(table.name())).stream()
        .findFirst();
  }

  static Optional<Found> byUuid(ControlSession session, String database, String uuid) {
    return select(session, database, "uuid = toUUID(" + Sql.text(uuid) + ")").stream().findFirst();
  }

  static List<Found> byPrefix(ControlSession session, String database, String prefix) {
    return select(session, database, "startsWith(name, " + Sql.text(prefix) + ")");
  }

  private static List<Found> select(ControlSession session, String database, String condition) {
    return session.query(
        "SELECT %s FROM system.tables WHERE database = %s AND %s ORDER BY name"
            .formatted(COLUMNS, Sql.text(database), condition),
        Tables::found);
  }

  private static Found found(ResultSet row) throws SQLException {
    return new Found(
        row.getString(1), row.getString(2), row.getString(3), row.getString(4), row.getString(5));
  }

  /** Makes an empty table with the columns, keys and settings of another one. */
  static void createLike(
      ControlSession session, TableRef model, TableRef table, OwnerComment comment) {
    session.execute(
        "CREATE TABLE %s AS %s COMMENT %s"
            .formatted(table.sql(), model.sql(), Sql.text(comment.json())));
  }

  /** Drops a table and waits until nothing reads it any more. */
  static void drop(ControlSession session, TableRef table) {
    session.execute("DROP TABLE IF EXISTS " + table.sql() + " SYNC");
  }
}
