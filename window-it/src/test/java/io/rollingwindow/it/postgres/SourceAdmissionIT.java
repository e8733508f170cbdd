package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.type.WindowSchema;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is refused before any row is read, by preflight and by opening alike. */
@ExtendWith(Majors.Provider.class)
class SourceAdmissionIT {

  private static final WindowRequest REQUEST = SourceDatabase.week();

  private final Majors majors;
  private SourceDatabase database;

  SourceAdmissionIT(Majors majors) {
    this.majors = majors;
  }

  @BeforeEach
  void freshDatabase() throws SQLException {
    database = SourceDatabase.fresh(majors.server(PostgresVersion.V18));
  }

  @AfterEach
  void nothingIsLeftOpen() throws SQLException {
    assertTrue(database.noSessionLeft());
  }

  @Test
  void anOrdinaryTableHasNoFindingsAndAnEstimate() throws SQLException {
    database
        .withEvents()
        .execute(
            "INSERT INTO events SELECT i, '2026-09-03Z' FROM generate_series(1, 1000) i",
            "ANALYZE events");
    SourcePreflight report = database.events().preflight(REQUEST);
    assertEquals(List.of(), report.findings());
    assertEquals(1000, report.estimatedRows().orElseThrow());
    assertEquals(16_000, report.estimatedBytes().orElseThrow());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          CREATE TABLE other (id bigint, at timestamptz)                                 | no such table
          CREATE TABLE base (id bigint, at timestamptz); CREATE VIEW events AS TABLE base | a view
          CREATE MATERIALIZED VIEW events AS SELECT 1::bigint AS id, now() AS at         | a materialized view
          CREATE TABLE events (id bigint, at timestamptz) PARTITION BY RANGE (at)        | a partitioned table
          CREATE SEQUENCE events                                                         | no such column
          CREATE TABLE events (id bigint, at timestamptz); CREATE TABLE c () INHERITS (events) | inherit
          CREATE TABLE events (id bigint)                                                | no such column
          CREATE TABLE events (id bigint, "AT" timestamptz)                              | no such column
          CREATE TABLE events (id bigint, at timestamp)                                  | must be timestamptz
          CREATE TABLE events (id bigint, at date)                                       | must be timestamptz
          """)
  void whatIsNoOrdinaryTableWithTheseColumnsIsRefused(String ddl, String why) throws SQLException {
    database.execute(ddl.split(";"));
    assertRefused(ErrorCode.SOURCE_REFUSED, why);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "money",
        "time",
        "timetz",
        "interval",
        "bit(3)",
        "point",
        "xml",
        "int4range",
        "text",
        "oid",
        "\"char\"",
        "bigint[]",
        "pg_lsn",
        "tsvector"
      })
  void aTypeWithoutAnExactWayIsRefusedByName(String type) throws SQLException {
    database.execute("CREATE TABLE events (id " + type + ", at timestamptz)");
    assertRefused(ErrorCode.TYPE_PAIR_REFUSED, "into Int64");
  }

  @Test
  void everyFindingIsListedAtOnce() throws SQLException {
    database.execute(
        "CREATE TYPE mood AS ENUM ('good', 'bad', 'odd')",
        "CREATE TABLE parent (id money, at timestamp, m mood, i interval, gone text)",
        "ALTER TABLE parent RENAME TO events",
        "CREATE TABLE child () INHERITS (events)");
    WindowSchema schema =
        WindowSchema.builder()
            .column("id", "Decimal(18, 2)")
            .column("at", "DateTime64(6, 'UTC')")
            .column("m", "Enum8('good' = 1, 'bad' = 2)")
            .column("i", "String")
            .column("missing", "String")
            .build();
    List<Finding> findings = database.events().preflight(SourceDatabase.week(schema)).findings();
    assertEquals(
        List.of(
            "public.events",
            "public.events.id",
            "public.events.at",
            "public.events.m",
            "public.events.i",
            "public.events.missing"),
        findings.stream().map(Finding::subject).toList());
    assertTrue(findings.get(3).message().contains("odd"), findings.get(3)::message);
  }

  @Test
  void aDomainIsReadAsWhatItIsOver() throws SQLException {
    database.execute(
        "CREATE DOMAIN positive AS bigint CHECK (VALUE > 0)",
        "CREATE DOMAIN small AS positive",
        "CREATE DOMAIN moment AS timestamptz",
        "CREATE TABLE events (id small, at moment)",
        "INSERT INTO events VALUES (7, '2026-09-03Z')");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertEquals(List.of(7L), ReadRows.all(snapshot, REQUEST).ids());
    }
  }

  @Test
  void rowsThatRightsFilterAreRefusedAndNeverLeftOut() throws SQLException {
    database
        .withEvents()
        .execute(
            "INSERT INTO events VALUES (1, '2026-09-03Z'), (2, '2026-09-03Z')",
            "ALTER TABLE events ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY first_only ON events USING (id = 1)");
    PostgresWindowSource owner = database.events();
    assertEquals(List.of(), owner.preflight(REQUEST).findings());
    try (TestRole reader = TestRole.in(database, "GRANT SELECT ON events TO %s")) {
      assertRefused(reader.events(), ErrorCode.SOURCE_REFUSED, "Row level security");
    }
    database.execute("ALTER TABLE events FORCE ROW LEVEL SECURITY");
    assertEquals(List.of(), owner.preflight(REQUEST).findings());
  }

  @Test
  void aRoleThatMayNotReadIsRefused() throws SQLException {
    database.withEvents();
    try (TestRole reader = TestRole.in(database)) {
      assertRefused(reader.events(), ErrorCode.SOURCE_REFUSED, "lacks SELECT");
    }
    try (TestRole reader = TestRole.in(database, "GRANT SELECT (id, at) ON events TO %s")) {
      assertRefused(reader.events(), ErrorCode.SOURCE_REFUSED, "lacks SELECT");
    }
    database.execute("REVOKE ALL ON SCHEMA public FROM public");
    try (TestRole reader = TestRole.in(database, "GRANT SELECT ON events TO %s")) {
      assertRefused(reader.events(), ErrorCode.SOURCE_REFUSED, "USAGE");
    }
  }

  @Test
  void aRoleThatMayOnlyReadTheTableIsEnough() throws SQLException {
    database
        .withEvents()
        .execute(
            "INSERT INTO events VALUES (1, '2026-09-03Z')",
            "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM public");
    try (TestRole reader = TestRole.in(database, "GRANT SELECT ON events TO %s");
        SourceSnapshot snapshot = reader.events().open(REQUEST)) {
      assertEquals(List.of(1L), ReadRows.all(snapshot, REQUEST).ids());
      assertTrue(snapshot.identity().system().startsWith("started "));
    }
  }

  @Test
  void hostileNamesStayNames() throws SQLException {
    String schema = "a\"; DROP TABLE x; -- \\ '";
    String quoted = "\"a\"\"; DROP TABLE x; -- \\ '\"";
    database.execute(
        "CREATE SCHEMA " + quoted,
        "CREATE TABLE " + quoted + ".\"SELECT\" (\"i\"\"d'\\\" bigint, at timestamptz, ctid_ int)",
        "INSERT INTO " + quoted + ".\"SELECT\" VALUES (1, '2026-09-03Z', 0)");
    WindowRequest request =
        SourceDatabase.week(
            WindowSchema.builder()
                .column("i\"d'\\", "Int64")
                .column("at", "DateTime64(6, 'UTC')")
                .build());
    PostgresWindowSource source =
        PostgresWindowSource.builder()
            .connections(database.factory())
            .schema(schema)
            .table("SELECT")
            .build();
    try (SourceSnapshot snapshot = source.open(request)) {
      assertEquals(List.of(1L), ReadRows.all(snapshot, request).ids());
    }
  }

  @Test
  void namesAndOperatorsOfTheSearchPathPlayNoPart() throws SQLException {
    database
        .withEvents()
        .execute(
            "INSERT INTO events VALUES (1, '2026-09-03Z')",
            "CREATE SCHEMA trap",
            "CREATE TABLE trap.events (id bigint, at timestamptz)",
            "CREATE FUNCTION trap.never(timestamptz, timestamptz) RETURNS boolean LANGUAGE sql"
                + " AS 'SELECT false'",
            "CREATE OPERATOR trap.>= (LEFTARG = timestamptz, RIGHTARG = timestamptz,"
                + " FUNCTION = trap.never)",
            "CREATE FUNCTION trap.octet_length(text) RETURNS int LANGUAGE sql AS 'SELECT 0'",
            "ALTER DATABASE "
                + database.endpoint().database()
                + " SET search_path = trap, public, pg_catalog");
    try (SourceSnapshot snapshot = database.events().open(REQUEST)) {
      assertEquals(List.of(1L), ReadRows.all(snapshot, REQUEST).ids());
    }
  }

  private void assertRefused(ErrorCode code, String why) {
    assertRefused(database.events(), code, why);
  }

  private static void assertRefused(PostgresWindowSource source, ErrorCode code, String why) {
    List<Finding> findings = source.preflight(REQUEST).findings();
    assertTrue(
        findings.stream().anyMatch(f -> f.code() == code && f.message().contains(why)),
        findings::toString);
    RefusedException refused = assertThrows(RefusedException.class, () -> source.open(REQUEST));
    assertEquals(ErrorCode.SOURCE_REFUSED.recovery(), refused.recovery());
  }

  /** A role that may log in, for one test. */
  private record TestRole(SourceDatabase database, String name) implements AutoCloseable {

    static TestRole in(SourceDatabase database, String... grants) throws SQLException {
      TestRole role = new TestRole(database, "reader_" + System.nanoTime());
      database.execute("CREATE ROLE " + role.name + " LOGIN");
      for (String grant : grants) {
        database.execute(grant.formatted(role.name));
      }
      return role;
    }

    PostgresWindowSource events() {
      return database.as(name).events();
    }

    @Override
    public void close() throws SQLException {
      database.noSessionLeft();
      database.execute("DROP OWNED BY " + name, "DROP ROLE " + name);
    }
  }
}
