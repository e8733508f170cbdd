package io.rollingwindow.type;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WindowSchemaTest {

  private static final WindowSchema EVENTS =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("observed_at", "Nullable(DateTime64(6,'UTC'))")
          .column("amount", "Nullable(Decimal(18,2))")
          .build();

  /**
   * Stored plans carry fingerprints, so this value may never change; a new byte form has a new
   * version.
   */
  @Test
  void theFingerprintOfASchemaStaysTheSameForEver() {
    assertEquals(
        "3b2de4ee315421b8f57674f6d4c0b1a0991da9c0863622fa238128df402cf83a", EVENTS.fingerprint());
  }

  /** Computed outside this project from the documented byte form. */
  @Test
  void theLengthOfALongNameIsWrittenWhole() {
    assertEquals(
        "9d31cbf153a8e7cbe35183525178da24dbbb5579e1f3673aaf4afa85d63954d9",
        schema("n".repeat(70_000), "Int8").fingerprint());
  }

  @Test
  void theSpellingOfATypeDoesNotMatter() {
    WindowSchema other =
        WindowSchema.of(
            List.of(
                new WindowColumn("id", IntegerType.INT64),
                new WindowColumn(
                    "observed_at", ColumnType.parse("Nullable( DateTime64(6, 'UTC') )")),
                new WindowColumn("amount", ColumnType.parse("Nullable(Decimal64(2))"))));
    assertEquals(EVENTS, other);
    assertEquals(EVENTS.hashCode(), other.hashCode());
    assertEquals(EVENTS.fingerprint(), other.fingerprint());
    assertEquals(EVENTS.toString(), other.toString());
    assertTrue(EVENTS.toString().contains("observed_at"));
    assertNotEquals(EVENTS.hashCode(), schema("id", "Int64").hashCode());
  }

  @Test
  void everyDifferenceShowsInTheFingerprint() {
    List<WindowSchema> schemas =
        List.of(
            EVENTS,
            schema("a", "Int8"),
            schema("a", "Int16"),
            schema("A", "Int8"),
            schema("aI", "Int8"),
            schema("a", "Int8", "b", "Int8"),
            schema("b", "Int8", "a", "Int8"),
            schema("ab", "Int8", "c", "Int8"),
            schema("a", "Enum8('a' = 1)"),
            schema("a", "Enum8('a' = 2)"),
            schema("a", "Enum16('a' = 1)"),
            schema("a", "DateTime64(6)"),
            schema("a", "DateTime64(6, 'UTC')"),
            schema("a", "Nullable(Int8)"));
    Set<String> fingerprints = new HashSet<>();
    schemas.forEach(schema -> fingerprints.add(schema.fingerprint()));
    assertEquals(schemas.size(), fingerprints.size());
  }

  /** Without lengths, the parts of these two would run together to the same bytes. */
  @Test
  void namesAndTypesCannotRunTogether() {
    assertNotEquals(
        schema("aInt8b", "Int8").fingerprint(), schema("a", "Int8", "b", "Int8").fingerprint());
  }

  @Test
  void namesAreUniqueAndNotEmpty() {
    assertThrows(IllegalArgumentException.class, () -> schema("a", "Int8", "a", "Int16"));
    assertThrows(IllegalArgumentException.class, () -> schema("", "Int8"));
    assertThrows(IllegalArgumentException.class, () -> schema("\uD800", "Int8"));
    assertThrows(IllegalArgumentException.class, () -> schema("a\uDC00\uD800", "Int8"));
    assertThrows(IllegalArgumentException.class, () -> WindowSchema.builder().build());
    assertThrows(IllegalArgumentException.class, () -> WindowSchema.of(List.of()));
    assertEquals("\uD83D\uDE00", schema("\uD83D\uDE00", "Int8").columns().get(0).name());
  }

  @Test
  void columnsAreFoundByTheirExactName() {
    assertEquals(0, EVENTS.indexOf("id"));
    assertEquals(2, EVENTS.indexOf("amount"));
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> EVENTS.indexOf("Id"));
    assertTrue(refused.getMessage().contains("\"Id\""));
  }

  @Test
  void aSchemaDoesNotChangeWithTheListItCameFrom() {
    List<WindowColumn> columns = new ArrayList<>(EVENTS.columns());
    WindowSchema schema = WindowSchema.of(columns);
    columns.clear();
    assertEquals(EVENTS, schema);
    assertThrows(UnsupportedOperationException.class, () -> schema.columns().clear());
    assertNotEquals(EVENTS, "EVENTS");
    assertNotEquals(EVENTS, schema("id", "Int64"));
  }

  private static WindowSchema schema(String... namesAndTypes) {
    WindowSchema.Builder builder = WindowSchema.builder();
    for (int i = 0; i < namesAndTypes.length; i += 2) {
      builder.column(namesAndTypes[i], namesAndTypes[i + 1]);
    }
    return builder.build();
  }
}
