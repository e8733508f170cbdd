package io.rollingwindow.testkit;

import io.rollingwindow.plan.Chunk;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.PayloadSink;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Test rows through the real encoder, and back. */
final class TestRows {

  private static final int MAX_BYTES = 4096;

  private TestRows() {}

  static RowEncoder encoder(WindowPlan plan, Chunk chunk, PayloadSink sink) {
    return RowEncoder.builder(TestRow.SCHEMA)
        .window(plan.windowColumn(), chunk.interval().startMicros(), chunk.interval().endMicros())
        .digestKey(plan.digestKey())
        .maxEncodedBytes(MAX_BYTES)
        .sink(sink)
        .build();
  }

  static void put(RowEncoder rows, TestRow row) {
    try {
      rows.int64(row.id());
      if (row.micros() == null) {
        rows.nul();
      } else {
        rows.epochMicros(row.micros());
      }
      rows.endRow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static RowTotals totals(WindowPlan plan, Chunk chunk, List<TestRow> rows) {
    RowEncoder encoder = encoder(plan, chunk, (buffer, offset, length) -> {});
    rows.forEach(row -> put(encoder, row));
    try {
      return encoder.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static List<TestRow> decode(byte[] buffer, int offset, int length) {
    ByteBuffer bytes = ByteBuffer.wrap(buffer, offset, length).order(ByteOrder.LITTLE_ENDIAN);
    List<TestRow> rows = new ArrayList<>();
    while (bytes.hasRemaining()) {
      long id = bytes.getLong();
      rows.add(new TestRow(id, bytes.get() == 1 ? null : Long.valueOf(bytes.getLong())));
    }
    return rows;
  }
}
