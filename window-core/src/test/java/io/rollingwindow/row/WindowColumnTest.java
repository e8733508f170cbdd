package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.row.RowValueException.Reason;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The window column lies in the window, and what was counted on the way is right. */
class WindowColumnTest {

  private static final long DAY = 86_400_000_000L;

  private static RowEncoder encoder(String type, long start, long end) {
    return RowEncoder.builder(
            WindowSchema.builder()
                .column("id", "Nullable(Int32)")
                .column("w", type)
                .column("tags", "Array(Nullable(Int8))")
                .build())
        .window("w", start, end)
        .digestKey(Cell.KEY)
        .maxEncodedBytes(1000)
        .dateTime64Range(DateTime64Range.YEARS_0_TO_9999)
        .sink((buffer, offset, length) -> {})
        .build();
  }

  private static void row(RowEncoder rows, long micros) throws IOException {
    rows.int64(7);
    rows.epochMicros(micros);
    rows.beginArray(0);
    rows.endArray();
    rows.endRow();
  }

  @Test
  void theWindowIsHalfOpen() throws IOException {
    RowEncoder rows = encoder("DateTime64(6, 'UTC')", -10, 10);
    row(rows, -10);
    row(rows, 9);
    assertEquals(2, rows.finish().rows());
    for (long outside : new long[] {-11, 10, Long.MIN_VALUE, Long.MAX_VALUE}) {
      RowEncoder other = encoder("DateTime64(6, 'UTC')", -10, 10);
      RowValueException refused = assertThrows(RowValueException.class, () -> row(other, outside));
      assertEquals(Reason.OUTSIDE_WINDOW, refused.reason());
      assertEquals(Optional.of("w"), refused.column());
    }
  }

  @Test
  void nullInTheWindowColumnIsRefusedThoughItsTypeHasIt() throws IOException {
    for (String type : List.of("Nullable(DateTime64(6, 'UTC'))", "DateTime64(6, 'UTC')")) {
      RowEncoder rows = encoder(type, 0, 10);
      rows.int64(1);
      RowValueException refused = assertThrows(RowValueException.class, rows::nul);
      assertEquals(Reason.NULL_WINDOW, refused.reason());
      assertEquals(Optional.of("w"), refused.column());
    }
  }

  @Test
  void aNullableWindowColumnIsWrittenWithItsPrefix() throws IOException {
    RowEncoder rows = encoder("Nullable(DateTime64(6, 'UTC'))", 0, 10);
    row(rows, 1);
    assertEquals(5 + 9 + 1, rows.finish().encodedBytes());
    RowEncoder lowCardinality = encoder("LowCardinality(Nullable(DateTime))", 0, 10);
    row(lowCardinality, 0);
    assertEquals(5 + 5 + 1, lowCardinality.finish().encodedBytes());
  }

  @Test
  void theWindowColumnKeepsTheRulesOfItsType() {
    RowEncoder rows = encoder("DateTime64(3, 'UTC')", 0, 10_000);
    RowValueException refused = assertThrows(RowValueException.class, () -> row(rows, 1));
    assertEquals(Reason.SCALE_LOSS, refused.reason());
    RowEncoder text = encoder("DateTime64(3, 'UTC')", 0, 10_000);
    refused =
        assertThrows(
            RowValueException.class,
            () -> {
              text.int64(1);
              text.text(new byte[0], 0, 0);
            });
    assertEquals(Reason.WRONG_KIND, refused.reason());
    assertEquals("column \"w\": text for DateTime64(3, 'UTC') (WRONG_KIND)", refused.getMessage());
  }

  @Test
  void onlyAnInstantOfTheSchemaCanBeTheWindow() {
    WindowSchema schema =
        WindowSchema.builder()
            .column("day", "Date")
            .column("id", "Int64")
            .column("list", "Array(DateTime)")
            .column("at", "DateTime")
            .build();
    RowEncoder.Builder builder = RowEncoder.builder(schema);
    for (String column : List.of("day", "id", "list", "other")) {
      IllegalArgumentException refused =
          assertThrows(IllegalArgumentException.class, () -> builder.window(column, 0, 1));
      assertTrue(refused.getMessage().contains(column));
    }
    assertThrows(IllegalArgumentException.class, () -> builder.window("at", 1, 1));
    assertThrows(IllegalArgumentException.class, () -> builder.window("at", 1, 0));
    builder.window("at", 0, 1);
  }

  @Test
  void boundsAreTheEarliestAndTheLatestInAnyOrder() throws IOException {
    RowEncoder rows = encoder("DateTime64(6, 'UTC')", -DAY, DAY);
    for (long micros : new long[] {5, -7, 5, 3, -2}) {
      row(rows, micros);
    }
    RowTotals totals = rows.finish();
    assertEquals(OptionalLong.of(-7), totals.minWindowMicros());
    assertEquals(OptionalLong.of(5), totals.maxWindowMicros());
    assertEquals(Optional.of(Instant.parse("1969-12-31T23:59:59.999993Z")), totals.minWindow());
    assertEquals(Optional.of(Instant.parse("1970-01-01T00:00:00.000005Z")), totals.maxWindow());
  }

  @Test
  void daysAreUtcDaysAlsoBeforeTheEpoch() throws IOException {
    RowEncoder rows = encoder("DateTime64(6, 'UTC')", -10 * DAY, 10 * DAY);
    for (long micros : new long[] {-1, 0, DAY - 1, -DAY, -DAY - 1, DAY, 0}) {
      row(rows, micros);
    }
    assertEquals(
        Map.of(
            LocalDate.of(1969, 12, 30), 1L,
            LocalDate.of(1969, 12, 31), 2L,
            LocalDate.of(1970, 1, 1), 3L,
            LocalDate.of(1970, 1, 2), 1L),
        rows.finish().rowsByUtcDay());
  }

  @Test
  void daysInAnyOrderAreCountedAsAPlainMapWould() throws IOException {
    Random random = new Random(4711);
    RowEncoder rows =
        encoder("DateTime64(6, 'UTC')", -62_167_219_200_000_000L, 253_402_300_800_000_000L);
    Map<LocalDate, Long> expected = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      // Days that meet in the same places of the table, days of their own, and runs of one day.
      long day =
          switch (i % 4) {
            case 0 -> random.nextInt(50) * 64L - 1600;
            case 1 -> random.nextInt(500_000) - 200_000;
            default -> 3;
          };
      row(rows, day * DAY + random.nextInt(1000));
      expected.merge(LocalDate.ofEpochDay(day), 1L, Long::sum);
    }
    assertEquals(expected, rows.finish().rowsByUtcDay());
  }

  @Test
  void nullsAreCountedByColumnAndNotWithinArrays() throws IOException {
    RowEncoder rows = encoder("DateTime64(6, 'UTC')", 0, 10);
    for (int i = 0; i < 3; i++) {
      if (i == 0) {
        rows.int64(1);
      } else {
        rows.nul();
      }
      rows.epochMicros(i);
      rows.beginArray(2);
      rows.nul();
      rows.int64(1);
      rows.endArray();
      rows.endRow();
    }
    assertEquals(List.of(2L, 0L, 0L), rows.finish().nullCounts());
  }

  @Test
  void progressIsSeenAfterEachRow() throws IOException {
    RowEncoder rows = encoder("DateTime64(6, 'UTC')", 0, 10);
    for (int i = 1; i <= 3; i++) {
      row(rows, i);
      assertEquals(i, rows.rows());
      assertEquals(14L * i, rows.encodedBytes());
    }
  }
}
