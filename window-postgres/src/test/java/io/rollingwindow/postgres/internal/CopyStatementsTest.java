package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.plan.WindowInterval;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CopyStatementsTest {

  private static final WindowInterval SECOND = new WindowInterval(0, 1_000_000);
  private static final String BOUNDS =
      "t.\"at\" OPERATOR(pg_catalog.>=) pg_catalog.timestamptz '1970-01-01 00:00:00.000000+00'"
          + " AND t.\"at\" OPERATOR(pg_catalog.<) pg_catalog.timestamptz"
          + " '1970-01-01 00:00:01.000000+00'";

  private final CopyStatements statements =
      new CopyStatements(
          new SourceTable("my \"schema\"", "events"),
          List.of(
              new SourceColumn("at", SourceType.of(SourceKind.TIMESTAMPTZ, "timestamptz")),
              new SourceColumn("no\"te", SourceType.of(SourceKind.TEXT, "text")),
              new SourceColumn("doc", SourceType.of(SourceKind.JSONB, "jsonb"))),
          "at");

  @Test
  void columnsAndBoundsAreExplicitAndInheritanceIsOff() {
    assertEquals(
        "COPY (SELECT t.\"at\", t.\"no\"\"te\", t.\"doc\" FROM ONLY \"my \"\"schema\"\"\".\"events\" t"
            + " WHERE "
            + BOUNDS
            + ") TO STDOUT (FORMAT binary)",
        statements.plain(RowRange.all(SECOND)));
  }

  @Test
  void blocksAreBoundsToo() {
    String middle = statements.plain(new RowRange(SECOND, 10, OptionalLong.of(20)));
    assertEquals(
        BOUNDS
            + " AND t.ctid OPERATOR(pg_catalog.>=) '(10,0)'::pg_catalog.tid"
            + " AND t.ctid OPERATOR(pg_catalog.<) '(20,0)'::pg_catalog.tid",
        middle.substring(middle.indexOf("t.\"at\" OPERATOR"), middle.indexOf(") TO STDOUT")));
  }

  @Test
  void aGuardedRowIsWeighedOnceBeforeItIsSent() {
    assertEquals(
        "COPY (SELECT g.large, g.c0, CASE WHEN g.large THEN NULL ELSE g.c1 END,"
            + " CASE WHEN g.large THEN NULL ELSE g.c2 END FROM (SELECT s.*,"
            + " coalesce(pg_catalog.octet_length(s.c1), 0)::pg_catalog.int8"
            + " + coalesce(pg_catalog.octet_length(s.c2), 0)::pg_catalog.int8 > 4096 AS large"
            + " FROM (SELECT t.\"at\" AS c0, t.\"no\"\"te\" AS c1,"
            + " pg_catalog.jsonb_send(t.\"doc\") AS c2"
            + " FROM ONLY \"my \"\"schema\"\"\".\"events\" t WHERE "
            + BOUNDS
            + " OFFSET 0) s OFFSET 0) g) TO STDOUT (FORMAT binary)",
        statements.guarded(RowRange.all(SECOND), 4096));
  }
}
