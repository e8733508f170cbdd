package io.rollingwindow.postgres.internal;

/** The kinds of PostgreSQL types that are read, by the form of their values. */
enum SourceKind {
  BOOL("bool"),
  INT2("int2"),
  INT4("int4"),
  INT8("int8"),
  FLOAT4("float4"),
  FLOAT8("float8"),
  NUMERIC("numeric"),
  TEXT("text, varchar, bpchar, name, citext"),
  BYTEA("bytea"),
  UUID("uuid"),
  DATE("date"),
  TIMESTAMP("timestamp"),
  TIMESTAMPTZ("timestamptz"),
  JSON("json"),
  JSONB("jsonb"),
  ENUM("enum"),
  INET("inet, cidr"),
  /** One dimension of any of the above. */
  ARRAY("array"),
  /** Anything else: read as no target type. */
  OTHER("other");

  private final String types;

  SourceKind(String types) {
    this.types = types;
  }

  /** The names of the types of this kind, for documentation. */
  String types() {
    return types;
  }
}
