package io.rollingwindow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.type.WindowSchema;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What no record of a plan can be made of. */
class PlanRecordsTest {

  private static final WindowSchema SCHEMA =
      WindowSchema.builder().column("observed_at", "DateTime64(6, 'UTC')").build();
  private static final ChunkGrid GRID = new ChunkGrid(new WindowInterval(0, 10), 3);
  private static final SourceIdentity SOURCE = new SourceIdentity("sys", "db", "rel", "snap");
  private static final DigestKey KEY = new DigestKey(1, 2);
  private static final RunId RUN = new RunId("0123456789abcdef0123456789abcdef");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "observed_at; DROP TABLE events",
        "observed_at >= now() OR 1=1",
        "toDate(observed_at)",
        "\"observed_at\"",
        "`observed_at`",
        "observed_at ",
        "OBSERVED_AT",
        "events.observed_at"
      })
  void aFragmentOfSqlIsNoColumn(String column) {
    assertThrows(
        IllegalArgumentException.class, () -> new WindowRequest("r", "t", SCHEMA, column, GRID));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"observed at", "время", "a\"b", "a`b", "toDate(x)", "a;b", "ttl", "where", "a.b"})
  void anyColumnOfTheSchemaWillDoHoweverOddItsName(String column) {
    WindowSchema schema = WindowSchema.builder().column(column, "DateTime64(6, 'UTC')").build();

    assertEquals(column, new WindowRequest("r", "t", schema, column, GRID).windowColumn());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\t", "a\nb", "a\u0000b", "\u0085", "\uD800", "a\uDC00b"})
  void aTextThatIsNoNameIsRefusedInEveryPart(String text) {
    for (Executable attempt :
        List.<Executable>of(
            () -> new WindowPlan(text, "t", "f", "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", text, "f", "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", "t", text, "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", "t", "f", text, GRID, SOURCE, KEY),
            () -> new WindowRequest(text, "t", SCHEMA, "observed_at", GRID),
            () -> new WindowRequest("r", text, SCHEMA, "observed_at", GRID),
            () -> new WindowRequest("r", "t", SCHEMA, text, GRID),
            () -> new SourceIdentity(text, "db", "rel", "snap"),
            () -> new SourceIdentity("sys", text, "rel", "snap"),
            () -> new SourceIdentity("sys", "db", text, "snap"),
            () -> new SourceIdentity("sys", "db", "rel", text))) {
      assertThrows(IllegalArgumentException.class, attempt);
    }
  }

  @Test
  void noPartIsNull() {
    for (Executable attempt :
        List.<Executable>of(
            () -> new WindowPlan(null, "t", "f", "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", null, "f", "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", "t", null, "c", GRID, SOURCE, KEY),
            () -> new WindowPlan("r", "t", "f", null, GRID, SOURCE, KEY),
            () -> new WindowPlan("r", "t", "f", "c", null, SOURCE, KEY),
            () -> new WindowPlan("r", "t", "f", "c", GRID, null, KEY),
            () -> new WindowPlan("r", "t", "f", "c", GRID, SOURCE, null),
            () -> new WindowRequest("r", "t", null, "observed_at", GRID),
            () -> new WindowRequest("r", "t", SCHEMA, "observed_at", null),
            () -> new Chunk(0, null),
            () -> new AttemptId(null, 0, 1),
            () -> new RunId(null))) {
      assertThrows(NullPointerException.class, attempt);
    }
  }

  @Test
  void aNameHasAtMost512Characters() {
    new WindowPlan("r".repeat(512), "t", "f", "c", GRID, SOURCE, KEY);

    assertThrows(
        IllegalArgumentException.class,
        () -> new WindowPlan("r".repeat(513), "t", "f", "c", GRID, SOURCE, KEY));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "0123456789abcdef0123456789abcde",
        "0123456789abcdef0123456789abcdef0",
        "0123456789ABCDEF0123456789abcdef",
        "0123456789abcdef0123456789abcdeg",
        "0123456789abcdef0123456789abcde/",
        "0123456789abcdef0123456789abcde:",
        "0123456789abcdef0123456789abcde`"
      })
  void aRunIdIsThirtyTwoHexadecimalDigits(String text) {
    assertThrows(IllegalArgumentException.class, () -> new RunId(text));
  }

  @Test
  void anAttemptIsNamedByRunChunkAndNumber() {
    assertEquals("0123456789abcdef0123456789abcdef-c12-a1", new AttemptId(RUN, 12, 1).toString());
    assertEquals("0123456789abcdef0123456789abcdef", RUN.toString());
    assertThrows(IllegalArgumentException.class, () -> new AttemptId(RUN, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> new AttemptId(RUN, 0, 0));
  }

  @Test
  void aChunkIsCountedFromZero() {
    assertThrows(IllegalArgumentException.class, () -> new Chunk(-1, new WindowInterval(0, 1)));
  }
}
