package io.rollingwindow.it.postgres;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.servers.PostgresVersion;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows about and above the limit, and the memory that reading takes. */
@ExtendWith(Majors.Provider.class)
class RowLimitIT {

  private static final String MEGABYTES_OF_TEXT = "repeat(md5(i::text), 32768)";

  private final Majors majors;

  RowLimitIT(Majors majors) {
    this.majors = majors;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          text     | String         | repeat('x', 4 << 20)
          bytea    | String         | decode(repeat('00', 4 << 20), 'hex')
          json     | String         | to_json(repeat('x', 4 << 20))
          jsonb    | String         | to_jsonb(repeat('x', 4 << 20))
          jsonb    | String         | (SELECT jsonb_agg('1e100000'::numeric) FROM generate_series(1, 50))
          int8[]   | Array(Int64)   | (SELECT array_agg(7::int8) FROM generate_series(1, 600000))
          text[]   | Array(String)  | ARRAY[repeat('x', 2 << 20), repeat('y', 2 << 20)]
          """)
  void aRowAboveTheLimitIsRefused(String type, String target, String value) throws SQLException {
    SourceDatabase database = SourceDatabase.fresh(majors.server(PostgresVersion.V18));
    database.execute(
        "CREATE TABLE events (at timestamptz, large " + type + ", note text)",
        "INSERT INTO events VALUES ('2026-09-03Z', " + small(target) + ", 'a small row')",
        "INSERT INTO events SELECT '2026-09-03Z', " + value + ", NULL");
    WindowRequest request = SourceDatabase.wholeWeek(schema(nullable(target)));
    try (SourceSnapshot snapshot = database.events().open(request)) {
      RefusedException refused =
          assertThrows(RefusedException.class, () -> ReadRows.all(snapshot, request));
      assertEquals(ErrorCode.ROW_TOO_LARGE, refused.code());
    }
    assertTrue(database.noSessionLeft());
  }

  private static String small(String target) {
    return target.startsWith("Array") ? "'{}'" : "NULL";
  }

  private static String nullable(String target) {
    return target.startsWith("Array") ? target : "Nullable(" + target + ")";
  }

  private static WindowSchema schema(String large) {
    return WindowSchema.builder()
        .column("at", "DateTime64(6, 'UTC')")
        .column("large", large)
        .column("note", "Nullable(String)")
        .build();
  }

  @Test
  void rowsJustBelowTheLimitAndTenMillionSmallOnesFitIn64Megabytes(@TempDir Path folder)
      throws Exception {
    SourceDatabase database = SourceDatabase.fresh(majors.server(PostgresVersion.V18));
    database.execute(
        "CREATE UNLOGGED TABLE large (at timestamptz, large text, note text)",
        "INSERT INTO large SELECT '2026-09-03Z', "
            + MEGABYTES_OF_TEXT
            + " || "
            + "repeat('z', 3 * (1 << 20) - 64), 'n' FROM generate_series(1, 40) i",
        "CREATE UNLOGGED TABLE small (at timestamptz, large text, note text)",
        "INSERT INTO small SELECT timestamptz '2026-09-03Z' + i * interval '1 ms', 'text ' || i, NULL"
            + " FROM generate_series(1, 10000000) i",
        "CREATE TABLE giant (at timestamptz, large text, note text)",
        "INSERT INTO giant SELECT '2026-09-03Z', repeat('x', 200 << 20), NULL");
    assertEquals("40 rows", readWithin64Megabytes(database, "large", folder));
    assertEquals("10000000 rows", readWithin64Megabytes(database, "small", folder));
    assertEquals("row_too_large", readWithin64Megabytes(database, "giant", folder));
  }

  private static String readWithin64Megabytes(SourceDatabase database, String table, Path folder)
      throws IOException, InterruptedException {
    Path output = folder.resolve(table);
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                ReadTableMain.class.getName(),
                database.endpoint().host(),
                Integer.toString(database.endpoint().port()),
                database.endpoint().database(),
                database.endpoint().user(),
                table));
    Process reader =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      assertTrue(reader.waitFor(180, TimeUnit.SECONDS), "the reader ends");
    } finally {
      reader.destroyForcibly();
    }
    return Files.readString(output).strip();
  }
}
