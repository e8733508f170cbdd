package io.rollingwindow.it.bridge;

import com.sun.jna.Memory;
import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** One connection to the engine. It runs one statement at a time and is used by one thread. */
final class EngineConnection implements AutoCloseable {

  private final Chdb chdb;
  private final Pointer holder;

  EngineConnection(Chdb chdb, Pointer holder) {
    this.chdb = chdb;
    this.holder = holder;
  }

  /** Applies settings for the statements to come; the engine judges names and values. */
  void apply(Map<String, String> settings) throws EngineException {
    if (!settings.isEmpty()) {
      String assignments =
          settings.entrySet().stream()
              .map(setting -> identifier(setting.getKey()) + " = " + literal(setting.getValue()))
              .collect(Collectors.joining(", "));
      execute("SET " + assignments);
    }
  }

  /** Changes the database that unqualified names are looked up in. */
  void use(String database) throws EngineException {
    execute("USE " + identifier(database));
  }

  private void execute(String sql) throws EngineException {
    run(sql.getBytes(StandardCharsets.UTF_8), "TabSeparated", Map.of()).close();
  }

  /** Runs a statement to its end and returns its whole result. */
  EngineResult run(byte[] sql, String format, Map<String, String> parameters)
      throws EngineException {
    QueryParameters bound = new QueryParameters(parameters);
    byte[] formatBytes = format.getBytes(StandardCharsets.UTF_8);
    return EngineResult.check(
        chdb,
        chdb.chdb_query_with_params_n(
            connection(),
            sql,
            sql.length,
            formatBytes,
            formatBytes.length,
            bound.names(),
            bound.nameLengths(),
            bound.values(),
            bound.valueLengths(),
            bound.count()));
  }

  /**
   * How many statements the text holds, by the engine's own parser; none if it cannot be parsed.
   */
  int countStatements(byte[] sql) {
    int size = 4 * Integer.BYTES;
    try (Memory analysis = new Memory(size)) {
      analysis.clear();
      analysis.setInt(0, size);
      chdb.chdb_classify_query_n(connection(), sql, sql.length, Pointer.NULL, 0, analysis);
      return analysis.getInt(Integer.BYTES);
    }
  }

  /** Starts a statement whose result is fetched block by block. */
  ResultStream stream(byte[] sql, String format, Map<String, String> parameters)
      throws EngineException {
    QueryParameters bound = new QueryParameters(parameters);
    byte[] formatBytes = format.getBytes(StandardCharsets.UTF_8);
    EngineResult handle =
        EngineResult.check(
            chdb,
            chdb.chdb_stream_query_with_params_n(
                connection(),
                sql,
                sql.length,
                formatBytes,
                formatBytes.length,
                bound.names(),
                bound.nameLengths(),
                bound.values(),
                bound.valueLengths(),
                bound.count()));
    return new ResultStream(chdb, connection(), handle);
  }

  /**
   * Starts an INSERT whose data is appended.
   *
   * @param statement the statement without its FORMAT clause and without data
   */
  InsertStream insert(String statement, String format, Map<String, String> parameters)
      throws EngineException {
    QueryParameters bound = new QueryParameters(parameters);
    byte[] sql = statement.getBytes(StandardCharsets.UTF_8);
    byte[] formatBytes = format.getBytes(StandardCharsets.UTF_8);
    return InsertStream.check(
        chdb,
        chdb.chdb_stream_insert_with_params_n(
            connection(),
            sql,
            sql.length,
            formatBytes,
            formatBytes.length,
            bound.names(),
            bound.nameLengths(),
            bound.values(),
            bound.valueLengths(),
            bound.count()));
  }

  private Pointer connection() {
    return holder.getPointer(0);
  }

  private static String identifier(String name) {
    return '`' + name.replace("\\", "\\\\").replace("`", "\\`") + '`';
  }

  private static String literal(String value) {
    return '\'' + value.replace("\\", "\\\\").replace("'", "\\'") + '\'';
  }

  @Override
  public void close() {
    chdb.chdb_close_conn(holder);
  }
}
