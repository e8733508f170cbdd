package io.rollingwindow.it.bridge;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;

/**
 * A running INSERT that data is appended to. Closing it without {@link #finish()} abandons it: what
 * was not yet written is not written.
 */
final class InsertStream implements AutoCloseable {

  private static final int CHUNK_BYTES = 1 << 18;

  private final Chdb chdb;
  private final Pointer stream;
  private final Memory chunk = new Memory(CHUNK_BYTES);
  private boolean finished;

  private InsertStream(Chdb chdb, Pointer stream) {
    this.chdb = chdb;
    this.stream = stream;
  }

  /** Takes ownership of the handle; an error in it is thrown, and the handle freed. */
  static InsertStream check(Chdb chdb, Pointer stream) throws EngineException {
    InsertStream insert = new InsertStream(chdb, stream);
    Pointer error = chdb.chdb_stream_insert_error(stream);
    if (error != null) {
      String text = error.getString(0, "UTF-8");
      insert.close();
      throw EngineException.fromEngine(text);
    }
    return insert;
  }

  /**
   * Hands data to the engine, waiting while the engine is behind.
   *
   * @return whether the engine takes more; if not, {@link #finish()} says why
   */
  boolean append(byte[] bytes, int offset, int length) {
    int end = offset + length;
    for (int position = offset; position < end; ) {
      int size = Math.min(CHUNK_BYTES, end - position);
      chunk.write(0, bytes, position, size);
      if (chdb.chdb_stream_append(stream, chunk, size) != Chdb.SUCCESS) {
        return false;
      }
      position += size;
    }
    return true;
  }

  /** Ends the data, waits until it is written and returns what was written. */
  Progress finish() throws EngineException {
    finished = true;
    try (EngineResult result = EngineResult.check(chdb, chdb.chdb_stream_done(stream))) {
      return result.progress();
    }
  }

  @Override
  public void close() {
    if (!finished) {
      chdb.chdb_stream_cancel_insert(stream);
    }
    chdb.chdb_destroy_insert_stream(stream);
    chunk.close();
  }
}
