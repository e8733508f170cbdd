package io.rollingwindow.sqlite.internal;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.SortedMap;
import java.util.TreeMap;

/** The parts that records have in common: the plan and the totals of rows. */
final class PartJson {

  private static final int HALF_DIGITS = 16;
  private static final int HEX = 16;

  private PartJson() {}

  static ObjectNode plan(WindowPlan plan) {
    ObjectNode node =
        JsonFields.object()
            .put("route", plan.routeId())
            .put("target", plan.targetId())
            .put("schema", plan.schemaFingerprint())
            .put("window_column", plan.windowColumn())
            .put("start_micros", plan.interval().startMicros())
            .put("end_micros", plan.interval().endMicros())
            .put("chunk_micros", plan.grid().chunkMicros())
            .put("key0", plan.digestKey().k0())
            .put("key1", plan.digestKey().k1());
    SourceIdentity source = plan.source();
    node.putObject("source")
        .put("system", source.system())
        .put("database", source.database())
        .put("relation", source.relation())
        .put("snapshot", source.snapshot());
    return node;
  }

  static WindowPlan plan(JsonFields fields) {
    return new WindowPlan(
        fields.text("route"),
        fields.text("target"),
        fields.text("schema"),
        fields.text("window_column"),
        new ChunkGrid(
            new WindowInterval(fields.number("start_micros"), fields.number("end_micros")),
            fields.number("chunk_micros")),
        fields.nested("source", PartJson::source),
        new DigestKey(fields.number("key0"), fields.number("key1")));
  }

  private static SourceIdentity source(JsonFields fields) {
    return new SourceIdentity(
        fields.text("system"),
        fields.text("database"),
        fields.text("relation"),
        fields.text("snapshot"));
  }

  static ObjectNode totals(RowTotals totals) {
    ObjectNode node =
        JsonFields.object()
            .put("rows", totals.rows())
            .put("digest", totals.digest().toHex())
            .put("bytes", totals.encodedBytes());
    totals.minWindowMicros().ifPresent(micros -> node.put("min_micros", micros));
    totals.maxWindowMicros().ifPresent(micros -> node.put("max_micros", micros));
    ArrayNode nulls = node.putArray("nulls");
    totals.nullCounts().forEach(nulls::add);
    ObjectNode days = node.putObject("days");
    totals.rowsByUtcDay().forEach((day, rows) -> days.put(day.toString(), rows));
    return node;
  }

  static RowTotals totals(JsonFields fields) {
    return new RowTotals(
        digest(fields.number("rows"), fields.text("digest")),
        fields.number("bytes"),
        fields.optionalNumber("min_micros"),
        fields.optionalNumber("max_micros"),
        fields.numbers("nulls"),
        fields.nested("days", PartJson::days));
  }

  private static MultisetDigest digest(long rows, String hex) {
    if (hex.length() != 2 * HALF_DIGITS) {
      throw new IllegalArgumentException("a digest has 32 hexadecimal digits");
    }
    return new MultisetDigest(
        rows,
        Long.parseUnsignedLong(hex.substring(0, HALF_DIGITS), HEX),
        Long.parseUnsignedLong(hex.substring(HALF_DIGITS), HEX));
  }

  private static SortedMap<LocalDate, Long> days(JsonFields fields) {
    SortedMap<LocalDate, Long> days = new TreeMap<>();
    for (String day : fields.keys()) {
      try {
        days.put(LocalDate.parse(day), fields.number(day));
      } catch (DateTimeException e) {
        throw new IllegalArgumentException("a day is no date", e);
      }
    }
    return days;
  }
}
