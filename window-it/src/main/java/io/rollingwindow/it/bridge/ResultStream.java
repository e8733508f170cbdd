package io.rollingwindow.it.bridge;

import com.sun.jna.Pointer;
import java.util.Optional;

/** A running query whose result is fetched block by block. Closing it early cancels the query. */
final class ResultStream implements AutoCloseable {

  private final Chdb chdb;
  private final Pointer connection;
  private final EngineResult handle;
  private boolean ended;

  ResultStream(Chdb chdb, Pointer connection, EngineResult handle) {
    this.chdb = chdb;
    this.connection = connection;
    this.handle = handle;
  }

  /** The next block, or nothing at the end. The caller closes the block. */
  Optional<EngineResult> next() throws EngineException {
    EngineResult block;
    try {
      block = EngineResult.check(chdb, chdb.chdb_stream_fetch_result(connection, handle.pointer()));
    } catch (EngineException e) {
      ended = true;
      throw e;
    }
    if (block.length() > 0) {
      return Optional.of(block);
    }
    ended = true;
    block.close();
    return Optional.empty();
  }

  @Override
  public void close() {
    if (!ended) {
      chdb.chdb_stream_cancel_query(connection, handle.pointer());
    }
    handle.close();
  }
}
