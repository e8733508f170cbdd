package io.rollingwindow.sqlite.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * One kind of record in its table: inserted once, then replaced by revision.
 *
 * @param <R> the kind of record
 */
public final class RecordTable<R> {

  /** Invocations. */
  public static final RecordTable<InvocationRecord> INVOCATIONS =
      new RecordTable<>(
          "invocation",
          List.of("target_id", "invocation_id"),
          List.of(),
          record -> List.of(record.targetId(), record.invocationId()),
          RecordJson::write,
          RecordJson::invocation);

  /** Runs. */
  public static final RecordTable<RunRecord> RUNS =
      new RecordTable<>(
          "run",
          List.of("run_id"),
          List.of("target_id", "ended"),
          record ->
              List.of(record.run().value(), record.targetId(), record.phase().isEnd() ? 1 : 0),
          RecordJson::write,
          RecordJson::run);

  /** Chunks. */
  public static final RecordTable<ChunkRecord> CHUNKS =
      new RecordTable<>(
          "chunk",
          List.of("run_id", "chunk"),
          List.of("target_id"),
          record -> List.of(record.run().value(), record.chunk(), record.targetId()),
          RecordJson::write,
          RecordJson::chunk);

  /** Publications. */
  public static final RecordTable<PublicationRecord> PUBLICATIONS =
      new RecordTable<>(
          "publication",
          List.of("run_id"),
          List.of("target_id", "settled"),
          record ->
              List.of(
                  record.intent().run().value(),
                  record.targetId(),
                  record.status().isSettled() ? 1 : 0),
          RecordJson::write,
          RecordJson::publication);

  private final String table;
  private final Function<R, List<Object>> columns;
  private final Function<R, String> writer;
  private final Function<String, R> reader;
  private final List<String> names;
  private final String insert;
  private final String update;
  private final int keys;

  private RecordTable(
      String table,
      List<String> keys,
      List<String> others,
      Function<R, List<Object>> columns,
      Function<R, String> writer,
      Function<String, R> reader) {
    this.table = table;
    this.columns = columns;
    this.writer = writer;
    this.reader = reader;
    this.names = new ArrayList<>(keys);
    names.addAll(others);
    this.insert =
        "INSERT INTO "
            + table
            + " ("
            + String.join(", ", names)
            + ", body, revision) VALUES ("
            + "?, ".repeat(names.size())
            + "?, 1) ON CONFLICT DO NOTHING";
    this.update =
        "UPDATE "
            + table
            + " SET "
            + String.join(" = ?, ", names)
            + " = ?, body = ?, revision = revision + 1 WHERE "
            + String.join(" = ? AND ", keys)
            + " = ? AND revision = ?";
    this.keys = keys.size();
  }

  /**
   * Writes a record.
   *
   * @param connection in a write transaction
   * @param record what to write
   * @param expectedRevision the revision it replaces; 0 to create it
   * @return the record as stored
   * @throws SQLException when the statement fails
   * @throws RefusedException with {@code JOURNAL_CONFLICT} when another revision is there
   */
  public Stored<R> write(Connection connection, R record, long expectedRevision)
      throws SQLException {
    List<Object> values = columns.apply(record);
    boolean creates = expectedRevision == 0;
    try (PreparedStatement statement = connection.prepareStatement(creates ? insert : update)) {
      int next = 1;
      for (Object value : values) {
        statement.setObject(next++, value);
      }
      statement.setString(next++, writer.apply(record));
      if (!creates) {
        for (Object key : values.subList(0, keys)) {
          statement.setObject(next++, key);
        }
        statement.setLong(next, expectedRevision);
      }
      if (statement.executeUpdate() != 1) {
        throw new RefusedException(
            ErrorCode.JOURNAL_CONFLICT,
            "The "
                + table
                + " record "
                + values.subList(0, keys)
                + (creates ? " exists already" : " is not at revision " + expectedRevision)
                + "; nothing was written.");
      }
    }
    return new Stored<>(record, expectedRevision + 1);
  }

  /**
   * Reads records.
   *
   * @param connection open
   * @param condition what follows WHERE, with its order
   * @param parameters the values of its marks
   * @return the records that meet it
   * @throws SQLException when the statement fails
   * @throws RefusedException with {@code JOURNAL_CORRUPT} when one does not read as one of ours
   */
  public List<Stored<R>> select(Connection connection, String condition, Object... parameters)
      throws SQLException {
    String sql =
        "SELECT body, revision, "
            + String.join(", ", names)
            + " FROM "
            + table
            + " WHERE "
            + condition;
    List<Stored<R>> found = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      for (int i = 0; i < parameters.length; i++) {
        statement.setObject(i + 1, parameters[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          found.add(stored(rows));
        }
      }
    }
    return found;
  }

  private Stored<R> stored(ResultSet row) throws SQLException {
    try {
      R record = reader.apply(row.getString(1));
      List<Object> values = columns.apply(record);
      for (int i = 0; i < values.size(); i++) {
        if (!values.get(i).toString().equals(row.getString(i + 3))) {
          throw new JsonFields.MalformedException(
              "its column " + names.get(i) + " says something else");
        }
      }
      return new Stored<>(record, row.getLong(2));
    } catch (JsonFields.MalformedException | IllegalArgumentException e) {
      throw StoreErrors.corrupt(
          "A " + table + " record does not read as one of ours (" + e.getMessage() + ")", e);
    }
  }
}
