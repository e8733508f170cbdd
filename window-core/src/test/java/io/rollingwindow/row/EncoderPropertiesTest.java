package io.rollingwindow.row;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.WindowColumn;
import io.rollingwindow.type.WindowSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Random rows of random schemas, against the reference that shares no code with the encoder. */
class EncoderPropertiesTest {

  private static final long DAY = 86_400_000_000L;

  @Property
  void anyRowsAreEncodedCountedAndDigestedAsTheReferenceDoes(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 2000) int payloadBytes)
      throws IOException {
    Random random = new Random(seed);
    SampleValues samples = new SampleValues(random, DateTime64Range.YEARS_0_TO_9999);
    List<WindowColumn> columns = new ArrayList<>();
    int count = 1 + random.nextInt(6);
    int windowIndex = random.nextInt(count);
    for (int i = 0; i < count; i++) {
      ColumnType type =
          i == windowIndex ? ColumnType.parse("Nullable(DateTime64(6, 'UTC'))") : samples.type();
      columns.add(new WindowColumn("c" + i, type));
    }
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    DigestKey key = new DigestKey(random.nextLong(), random.nextLong());
    RowEncoder rows =
        RowEncoder.builder(WindowSchema.of(columns))
            .window("c" + windowIndex, -5 * DAY, 5 * DAY)
            .digestKey(key)
            .maxEncodedBytes(1 << 20)
            .payloadBytes(payloadBytes)
            .dateTime64Range(DateTime64Range.YEARS_0_TO_9999)
            .sink(stream::write)
            .build();
    ValueFeed feed = new ValueFeed(rows, random);
    Expected expected = new Expected(count);
    int rowCount = random.nextInt(12);
    for (int row = 0; row < rowCount; row++) {
      List<Object> values = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        Object value =
            i == windowIndex
                ? Instant.EPOCH.plusNanos(1000 * (random.nextLong(10 * DAY) - 5 * DAY))
                : samples.value(columns.get(i).type());
        values.add(value);
        feed.put(columns.get(i).type(), value);
      }
      rows.endRow();
      expected.add(columns, values, windowIndex);
    }
    RowTotals totals = rows.finish();
    assertArrayEquals(expected.bytes.toByteArray(), stream.toByteArray());
    assertEquals(rowCount, totals.rows());
    assertEquals(
        ReferenceDigest.sum(key, expected.rows), new BigInteger(totals.digest().toDecimal()));
    assertEquals(expected.bytes.size(), totals.encodedBytes());
    assertEquals(expected.nulls, totals.nullCounts());
    assertEquals(expected.days, totals.rowsByUtcDay());
    assertEquals(expected.min, totals.minWindowMicros());
    assertEquals(expected.max, totals.maxWindowMicros());
  }

  /** The totals as one would reckon them on paper. */
  private static final class Expected {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<byte[]> rows = new ArrayList<>();
    private final List<Long> nulls = new ArrayList<>();
    private final Map<LocalDate, Long> days = new TreeMap<>();
    private OptionalLong min = OptionalLong.empty();
    private OptionalLong max = OptionalLong.empty();

    Expected(int columns) {
      for (int i = 0; i < columns; i++) {
        nulls.add(0L);
      }
    }

    void add(List<WindowColumn> columns, List<Object> values, int windowIndex) throws IOException {
      ByteArrayOutputStream row = new ByteArrayOutputStream();
      for (int i = 0; i < values.size(); i++) {
        row.write(ReferenceRowBinary.encode(columns.get(i).type(), values.get(i)));
        if (values.get(i) == null) {
          nulls.set(i, nulls.get(i) + 1);
        }
      }
      rows.add(row.toByteArray());
      bytes.write(row.toByteArray());
      Instant instant = (Instant) values.get(windowIndex);
      days.merge(LocalDate.ofInstant(instant, ZoneOffset.UTC), 1L, Long::sum);
      long micros = ValueFeed.micros(instant);
      min = OptionalLong.of(Math.min(micros, min.orElse(micros)));
      max = OptionalLong.of(Math.max(micros, max.orElse(micros)));
    }
  }

  /** Without this, the property above could be true of few types. */
  @Test
  void theSamplesCoverEveryTypeAndHoldNullsAndEdges() {
    Random random = new Random(1);
    SampleValues samples = new SampleValues(random, DateTime64Range.YEARS_0_TO_9999);
    TreeMap<String, Integer> kinds = new TreeMap<>();
    for (int i = 0; i < 20_000; i++) {
      String name = samples.type().unwrapped().nativeName();
      kinds.merge(name.replaceAll("\\(.*", ""), 1, Integer::sum);
    }
    assertEquals(28, kinds.size(), kinds::toString);
    assertTrue(kinds.values().stream().allMatch(n -> n > 50), kinds::toString);
  }
}
