package io.rollingwindow.row;

import io.rollingwindow.row.RowValueException.Reason;
import java.io.IOException;

/** The window column: an instant that lies in the window and is counted, written as any other. */
final class WindowTimeWriter extends ColumnWriter {

  private final ColumnWriter time;
  private final WindowTracker window;

  WindowTimeWriter(RowBuffer out, String column, ColumnWriter time, WindowTracker window) {
    super(out, column, time.typeName(), time.nullable());
    this.time = time;
    this.window = window;
  }

  @Override
  void nul() {
    throw failure(Reason.NULL_WINDOW, "NULL in the window column");
  }

  @Override
  void epochMicros(long micros) throws IOException {
    if (!window.contains(micros)) {
      throw failure(Reason.OUTSIDE_WINDOW, "the instant lies outside the window");
    }
    time.epochMicros(micros);
    window.count(micros);
  }
}
