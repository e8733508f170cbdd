package io.rollingwindow.it.clickhouse;

import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.row.RowEncoder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A row of the tests' table.
 *
 * @param at the window value; null for none
 * @param note text; null for NULL
 */
record Row(long id, Instant at, String note) {

  static Row at(long id, String instant, String note) {
    return new Row(id, Instant.parse(instant), note);
  }

  void writeTo(RowEncoder encoder) {
    try {
      encoder.int64(id);
      if (at == null) {
        encoder.nul();
      } else {
        encoder.epochMicros(WindowInterval.micros(at));
      }
      if (note == null) {
        encoder.nul();
      } else {
        byte[] text = note.getBytes(StandardCharsets.UTF_8);
        encoder.text(text, 0, text.length);
      }
      encoder.endRow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The row as the tests' queries show it. */
  @Override
  public String toString() {
    return id
        + "|"
        + (at == null ? "NULL" : WindowInterval.micros(at))
        + "|"
        + (note == null ? "NULL" : note);
  }
}
