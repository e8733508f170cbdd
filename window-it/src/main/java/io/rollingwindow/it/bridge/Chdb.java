package io.rollingwindow.it.bridge;

import com.sun.jna.Library;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;

/**
 * The part of the engine's C interface that the bridge calls.
 *
 * <p>Sizes are {@code size_t} on 64-bit platforms, which is what the engine is built for. Handles
 * are opaque pointers; {@link EngineConnection} and its streams own them.
 */
interface Chdb extends Library {

  /** The value of {@code chdb_state} for success. */
  int SUCCESS = 0;

  void chdb_set_signal_handlers_enabled(int enabled);

  Pointer chdb_connect(int argc, StringArray argv);

  void chdb_close_conn(Pointer connectionHolder);

  Pointer chdb_query_with_params_n(
      Pointer connection,
      byte[] sql,
      long sqlLength,
      byte[] format,
      long formatLength,
      Pointer names,
      Pointer nameLengths,
      Pointer values,
      Pointer valueLengths,
      long count);

  Pointer chdb_stream_query_with_params_n(
      Pointer connection,
      byte[] sql,
      long sqlLength,
      byte[] format,
      long formatLength,
      Pointer names,
      Pointer nameLengths,
      Pointer values,
      Pointer valueLengths,
      long count);

  int chdb_classify_query_n(
      Pointer connection,
      byte[] sql,
      long sqlLength,
      Pointer targetDatabase,
      long targetDatabaseLength,
      Pointer analysis);

  Pointer chdb_stream_fetch_result(Pointer connection, Pointer stream);

  void chdb_stream_cancel_query(Pointer connection, Pointer stream);

  Pointer chdb_stream_insert_with_params_n(
      Pointer connection,
      byte[] sql,
      long sqlLength,
      byte[] format,
      long formatLength,
      Pointer names,
      Pointer nameLengths,
      Pointer values,
      Pointer valueLengths,
      long count);

  int chdb_stream_append(Pointer stream, Pointer data, long length);

  Pointer chdb_stream_done(Pointer stream);

  void chdb_stream_cancel_insert(Pointer stream);

  Pointer chdb_stream_insert_error(Pointer stream);

  void chdb_destroy_insert_stream(Pointer stream);

  Pointer chdb_result_buffer(Pointer result);

  long chdb_result_length(Pointer result);

  long chdb_result_storage_rows_read(Pointer result);

  long chdb_result_storage_bytes_read(Pointer result);

  long chdb_result_rows_read(Pointer result);

  long chdb_result_bytes_read(Pointer result);

  long chdb_result_rows_written(Pointer result);

  long chdb_result_bytes_written(Pointer result);

  Pointer chdb_result_error(Pointer result);

  void chdb_destroy_query_result(Pointer result);
}
