package io.rollingwindow.it.bench;

import java.util.List;

/** The tables that are measured. */
final class Shapes {

  /** Five narrow columns. */
  static final Shape NARROW =
      shape(
          "narrow",
          new ShapeColumn("id", "int8 NOT NULL", "Int64", "g"),
          at(),
          new ShapeColumn(
              "amount",
              "numeric(18,2) NOT NULL",
              "Decimal(18, 2)",
              "(g * 7919 % 100000000) / 100.0"),
          new ShapeColumn(
              "note", "text NOT NULL", "String", "substr(md5(g::text), 1, 10 + (g % 11)::int)"),
          new ShapeColumn("quantity", "int4 NOT NULL", "Int32", "(g * 31 % 1000)::int"));

  /** Thirty columns of many types, with NULLs and long text. */
  static final Shape WIDE =
      shape(
          "wide",
          new ShapeColumn("id", "int8 NOT NULL", "Int64", "g"),
          at(),
          new ShapeColumn("small", "int2 NOT NULL", "Int16", "(g % 30000)::int2"),
          new ShapeColumn("quantity", "int4 NOT NULL", "Int32", "(g * 31 % 1000)::int"),
          new ShapeColumn("parent", "int8", "Nullable(Int64)", sometimes("g / 2", 3)),
          new ShapeColumn("rank", "int4", "Nullable(Int32)", sometimes("(g % 97)::int", 7)),
          new ShapeColumn("ratio", "float8 NOT NULL", "Float64", "g / 7.0"),
          new ShapeColumn("score", "float4", "Nullable(Float32)", sometimes("(g % 1000) / 8.0", 5)),
          new ShapeColumn("price", "numeric(18,4) NOT NULL", "Decimal(18, 4)", "g * 17 / 10000.0"),
          new ShapeColumn(
              "total",
              "numeric(38,10)",
              "Nullable(Decimal(38, 10))",
              sometimes("g * 1234567.8901", 9)),
          new ShapeColumn("tax", "numeric(9,2) NOT NULL", "Decimal(9, 2)", "(g % 100000) / 100.0"),
          new ShapeColumn("active", "bool NOT NULL", "Bool", "g % 3 = 0"),
          new ShapeColumn("checked", "bool", "Nullable(Bool)", sometimes("g % 5 = 0", 4)),
          new ShapeColumn(
              "status",
              "text NOT NULL",
              "LowCardinality(String)",
              "(ARRAY['new','paid','sent','done'])[1 + (g % 4)::int]"),
          new ShapeColumn(
              "country",
              "varchar(2)",
              "LowCardinality(Nullable(String))",
              sometimes("(ARRAY['DE','FR','IT','ES','PL'])[1 + (g % 5)::int]", 6)),
          new ShapeColumn("title", "text NOT NULL", "String", "'Order of ' || md5(g::text)"),
          new ShapeColumn(
              "body",
              "text",
              "Nullable(String)",
              sometimes("repeat(md5((g + 1)::text), 4 + (g % 40)::int)", 5)),
          new ShapeColumn(
              "comment",
              "text",
              "Nullable(String)",
              sometimes("'Größe ' || repeat(md5((g + 2)::text), 3)", 2)),
          new ShapeColumn(
              "note", "varchar(200)", "Nullable(String)", sometimes("md5((g + 3)::text)", 3)),
          new ShapeColumn("token", "uuid NOT NULL", "UUID", "md5(g::text)::uuid"),
          new ShapeColumn(
              "visitor", "uuid", "Nullable(UUID)", sometimes("md5((g % 1000)::text)::uuid", 3)),
          new ShapeColumn("day", "date NOT NULL", "Date", "date '2026-01-01' + (g % 365)::int"),
          new ShapeColumn(
              "due",
              "date",
              "Nullable(Date32)",
              sometimes("date '1990-01-01' + (g % 20000)::int", 4)),
          new ShapeColumn(
              "created",
              "timestamp NOT NULL",
              "DateTime64(6, 'UTC')",
              "timestamp '2020-01-01' + g * interval '1.000001 second'"),
          new ShapeColumn(
              "changed",
              "timestamptz",
              "Nullable(DateTime64(6, 'UTC'))",
              sometimes("timestamptz '2021-01-01 00:00Z' + g * interval '1 second'", 3)),
          new ShapeColumn(
              "attributes",
              "jsonb",
              "Nullable(String)",
              sometimes("jsonb_build_object('a', g, 'b', md5(g::text))", 3)),
          new ShapeColumn(
              "numbers",
              "int4[] NOT NULL",
              "Array(Int32)",
              "ARRAY[(g % 1000)::int, 7, -(g % 13)::int]"),
          new ShapeColumn(
              "tags", "text[] NOT NULL", "Array(String)", "ARRAY['a' || (g % 100), 'green']"),
          new ShapeColumn("code", "varchar(20) NOT NULL", "String", "'C-' || (g % 100000)"),
          new ShapeColumn("reference", "int8 NOT NULL", "Int64", "g * 1000003"));

  private Shapes() {}

  /** The shape of a name. */
  static Shape named(String name) {
    return name.equals(NARROW.name()) ? NARROW : WIDE;
  }

  private static Shape shape(String name, ShapeColumn... columns) {
    return new Shape(name, List.of(columns));
  }

  private static ShapeColumn at() {
    return new ShapeColumn(
        Shape.WINDOW_COLUMN,
        "timestamptz NOT NULL",
        "DateTime64(6, 'UTC')",
        "timestamptz '2026-03-02 00:00Z' + g * step");
  }

  private static String sometimes(String value, int everyNth) {
    return "CASE WHEN g % " + everyNth + " <> 0 THEN " + value + " END";
  }
}
