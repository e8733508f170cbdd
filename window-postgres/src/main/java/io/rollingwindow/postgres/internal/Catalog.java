package io.rollingwindow.postgres.internal;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what the system catalog says of a table, within the session's snapshot. */
final class Catalog {

  private Catalog() {}

  /** The table that the catalog lists under a name; empty when there is none. */
  static Optional<TableShape> table(PgSession session, SourceTable table) throws SQLException {
    String sql =
        """
        SELECT c.oid, c.relkind, c.relpersistence,
               c.relpersistence <> 'u' OR NOT pg_catalog.pg_is_in_recovery(),
               EXISTS (SELECT FROM pg_catalog.pg_inherits i WHERE i.inhparent = c.oid),
               pg_catalog.row_security_active(c.oid),
               pg_catalog.has_table_privilege(c.oid, 'SELECT')
                 AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')
          FROM pg_catalog.pg_class c
          JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
         WHERE n.nspname = %s AND c.relname = %s"""
            .formatted(SourceTable.literal(table.schema()), SourceTable.literal(table.table()));
    Optional<TableShape> bare =
        session.query(sql, answer -> answer.next() ? Optional.of(shape(answer)) : Optional.empty());
    return bare.isEmpty() ? bare : Optional.of(withColumns(session, bare.get()));
  }

  /** The table that statements reach under a name now, whatever the snapshot; 0 for none. */
  static long resolve(PgSession session, SourceTable table) throws SQLException {
    String sql =
        "SELECT coalesce(pg_catalog.to_regclass("
            + SourceTable.literal(table.quoted())
            + ")::pg_catalog.oid, 0)";
    return session.query(
        sql,
        answer -> {
          answer.next();
          return answer.getLong(1);
        });
  }

  /**
   * Whether any value of the table is, or was, kept outside its row. Asked after the snapshot was
   * taken, the answer no holds for every row that the snapshot sees.
   */
  static boolean hasOutOfLineValues(PgSession session, long table) throws SQLException {
    return session.query(
        "SELECT coalesce(pg_catalog.pg_relation_size(nullif(c.reltoastrelid, 0)), 0) > 0"
            + " FROM pg_catalog.pg_class c WHERE c.oid = "
            + table,
        answer -> answer.next() && answer.getBoolean(1));
  }

  private static TableShape shape(ResultSet answer) throws SQLException {
    return new TableShape(
        answer.getLong(1),
        answer.getString(2).charAt(0),
        answer.getString(3).charAt(0),
        answer.getBoolean(4),
        answer.getBoolean(5),
        answer.getBoolean(6),
        answer.getBoolean(7),
        List.of());
  }

  private static TableShape withColumns(PgSession session, TableShape table) throws SQLException {
    Map<Long, TypeRow> types = session.query(typesOf(table.oid()), Catalog::typeRows);
    String sql =
        """
        SELECT a.attname, a.atttypid, pg_catalog.format_type(a.atttypid, a.atttypmod)
          FROM pg_catalog.pg_attribute a
         WHERE a.attrelid = %d AND a.attnum > 0 AND NOT a.attisdropped
         ORDER BY a.attnum"""
            .formatted(table.oid());
    List<SourceColumn> columns =
        session.query(
            sql,
            answer -> {
              List<SourceColumn> found = new ArrayList<>();
              while (answer.next()) {
                SourceType type = type(types, answer.getLong(2), answer.getString(3));
                found.add(new SourceColumn(answer.getString(1), type));
              }
              return found;
            });
    return table.withColumns(columns);
  }

  /** The types of all columns, with the types that domains and arrays among them are made of. */
  private static String typesOf(long table) {
    return """
        WITH RECURSIVE needed(oid) AS (
          SELECT a.atttypid FROM pg_catalog.pg_attribute a
           WHERE a.attrelid = %d AND a.attnum > 0 AND NOT a.attisdropped
          UNION
          SELECT CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.typelem END
            FROM needed JOIN pg_catalog.pg_type t USING (oid)
           WHERE t.typtype = 'd' OR t.typelem <> 0
        )
        SELECT t.oid, t.typname, n.nspname, t.typtype, t.typbasetype,
               coalesce((SELECT e.oid FROM pg_catalog.pg_type e
                          WHERE e.oid = t.typelem AND e.typarray = t.oid), 0),
               coalesce((SELECT p.prosrc FROM pg_catalog.pg_proc p
                           JOIN pg_catalog.pg_language l ON l.oid = p.prolang
                          WHERE p.oid = t.typsend AND l.lanname = 'internal'), ''),
               ARRAY(SELECT e.enumlabel::pg_catalog.text FROM pg_catalog.pg_enum e
                      WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder),
               pg_catalog.format_type(t.oid, NULL)
          FROM needed
          JOIN pg_catalog.pg_type t USING (oid)
          JOIN pg_catalog.pg_namespace n ON n.oid = t.typnamespace"""
        .formatted(table);
  }

  private static Map<Long, TypeRow> typeRows(ResultSet answer) throws SQLException {
    Map<Long, TypeRow> types = new HashMap<>();
    while (answer.next()) {
      Array labels = answer.getArray(8);
      types.put(
          answer.getLong(1),
          new TypeRow(
              answer.getString(2),
              answer.getString(3),
              answer.getString(4).charAt(0),
              answer.getLong(5),
              answer.getLong(6),
              answer.getString(7),
              Arrays.stream((Object[]) labels.getArray()).map(Object::toString).toList(),
              answer.getString(9)));
    }
    return types;
  }

  private static SourceType type(Map<Long, TypeRow> types, long oid, String declared) {
    TypeRow type = types.get(oid);
    if (type == null) {
      return SourceType.of(SourceKind.OTHER, declared);
    }
    if (type.category() == 'd') {
      return type(types, type.base(), declared);
    }
    if (type.element() != 0) {
      TypeRow element = types.get(type.element());
      String name = element == null ? declared : element.printed();
      return SourceType.arrayOf(declared, type(types, type.element(), name));
    }
    if (type.category() == 'e') {
      return SourceType.enumeration(declared, type.labels());
    }
    return SourceType.of(kind(type), declared);
  }

  private static SourceKind kind(TypeRow type) {
    if (!type.schema().equals("pg_catalog")) {
      boolean citext = type.name().equals("citext") && type.send().equals("textsend");
      return citext ? SourceKind.TEXT : SourceKind.OTHER;
    }
    return switch (type.name()) {
      case "bool" -> SourceKind.BOOL;
      case "int2" -> SourceKind.INT2;
      case "int4" -> SourceKind.INT4;
      case "int8" -> SourceKind.INT8;
      case "float4" -> SourceKind.FLOAT4;
      case "float8" -> SourceKind.FLOAT8;
      case "numeric" -> SourceKind.NUMERIC;
      case "text", "varchar", "bpchar", "name" -> SourceKind.TEXT;
      case "bytea" -> SourceKind.BYTEA;
      case "uuid" -> SourceKind.UUID;
      case "date" -> SourceKind.DATE;
      case "timestamp" -> SourceKind.TIMESTAMP;
      case "timestamptz" -> SourceKind.TIMESTAMPTZ;
      case "json" -> SourceKind.JSON;
      case "jsonb" -> SourceKind.JSONB;
      case "inet", "cidr" -> SourceKind.INET;
      default -> SourceKind.OTHER;
    };
  }

  /**
   * A row of {@code pg_type}.
   *
   * @param category base, enum, domain and so on, as {@code typtype} has it
   * @param base what a domain is over; otherwise 0
   * @param element what an array has; otherwise 0
   * @param send the built-in function that writes the binary form; otherwise blank
   */
  private record TypeRow(
      String name,
      String schema,
      char category,
      long base,
      long element,
      String send,
      List<String> labels,
      String printed) {}
}
