package io.rollingwindow.it.bridge;

/** The counters that a server reports of a statement in its summary header. */
record Progress(
    long readRows,
    long readBytes,
    long writtenRows,
    long writtenBytes,
    long resultRows,
    long resultBytes) {

  static final Progress NONE = new Progress(0, 0, 0, 0, 0, 0);

  Progress plus(Progress other) {
    return new Progress(
        readRows + other.readRows,
        readBytes + other.readBytes,
        writtenRows + other.writtenRows,
        writtenBytes + other.writtenBytes,
        resultRows + other.resultRows,
        resultBytes + other.resultBytes);
  }

  /** The summary as the header carries it: every number is a string. */
  String toJson(long elapsedNanos) {
    return "{\"read_rows\":\"%d\",\"read_bytes\":\"%d\",\"written_rows\":\"%d\",\"written_bytes\":\"%d\",\"total_rows_to_read\":\"0\",\"result_rows\":\"%d\",\"result_bytes\":\"%d\",\"elapsed_ns\":\"%d\"}"
        .formatted(
            readRows, readBytes, writtenRows, writtenBytes, resultRows, resultBytes, elapsedNanos);
  }
}
