package io.rollingwindow.it.bridge;

import com.sun.jna.Pointer;
import java.io.IOException;
import java.io.OutputStream;

/** A result, or one block of a streamed result, in the engine's memory. */
final class EngineResult implements AutoCloseable {

  private static final int COPY_BYTES = 1 << 18;

  private final Chdb chdb;
  private final Pointer pointer;

  private EngineResult(Chdb chdb, Pointer pointer) {
    this.chdb = chdb;
    this.pointer = pointer;
  }

  /** Takes ownership of the handle; an error in it is thrown, and the handle freed. */
  static EngineResult check(Chdb chdb, Pointer pointer) throws EngineException {
    if (pointer == null) {
      throw EngineException.fromEngine("The engine returned no result");
    }
    EngineResult result = new EngineResult(chdb, pointer);
    Pointer error = chdb.chdb_result_error(pointer);
    if (error != null) {
      String text = error.getString(0, "UTF-8");
      result.close();
      throw EngineException.fromEngine(text);
    }
    return result;
  }

  Pointer pointer() {
    return pointer;
  }

  long length() {
    return chdb.chdb_result_length(pointer);
  }

  /** The bytes from {@code offset} on, at most {@code limit} of them. */
  byte[] bytes(long offset, int limit) {
    int size = (int) Math.min(limit, length() - offset);
    return chdb.chdb_result_buffer(pointer).getByteArray(offset, size);
  }

  /** Copies the bytes from {@code offset} on into a stream. */
  void copyTo(OutputStream out, long offset) throws IOException {
    long length = length();
    if (length <= offset) {
      return;
    }
    Pointer buffer = chdb.chdb_result_buffer(pointer);
    byte[] copy = new byte[(int) Math.min(COPY_BYTES, length - offset)];
    for (long position = offset; position < length; position += copy.length) {
      int size = (int) Math.min(copy.length, length - position);
      buffer.read(position, copy, 0, size);
      out.write(copy, 0, size);
    }
  }

  /** What the engine counted while it made this. */
  Progress progress() {
    return new Progress(
        chdb.chdb_result_storage_rows_read(pointer),
        chdb.chdb_result_storage_bytes_read(pointer),
        chdb.chdb_result_rows_written(pointer),
        chdb.chdb_result_bytes_written(pointer),
        chdb.chdb_result_rows_read(pointer),
        chdb.chdb_result_bytes_read(pointer));
  }

  @Override
  public void close() {
    chdb.chdb_destroy_query_result(pointer);
  }
}
