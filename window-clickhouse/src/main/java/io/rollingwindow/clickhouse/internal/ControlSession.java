package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.ClickHouseException;
import com.clickhouse.client.api.ClientConfigProperties;
import com.clickhouse.client.api.ClientFaultCause;
import com.clickhouse.client.api.query.QuerySettings;
import com.clickhouse.jdbc.StatementImpl;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * Statements of one operation over one JDBC connection. Every statement carries the pinned
 * settings, the operation id as {@code log_comment}, a query id that begins with it, and is sent
 * once: the client's own retries are off. For one thread at a time.
 */
final class ControlSession implements AutoCloseable {

  private final Connection connection;
  private final PinnedSettings pins;
  private final String operation;
  private final Duration patience;

  private ControlSession(
      Connection connection, PinnedSettings pins, String operation, Duration patience) {
    this.connection = connection;
    this.pins = pins;
    this.operation = operation;
    this.patience = patience;
  }

  /** Reads one row of a result. */
  @FunctionalInterface
  interface RowMapper<R> {
    R map(ResultSet row) throws SQLException;
  }

  /**
   * Opens a session.
   *
   * @param patience how long an answer is waited for
   */
  static ControlSession open(
      Callable<Connection> connections, PinnedSettings pins, String operation, Duration patience) {
    try {
      return new ControlSession(connections.call(), pins, operation, patience);
    } catch (Exception e) {
      throw StatementFailure.of(e);
    }
  }

  /** The same connection for statements of another operation; closed by closing this one. */
  ControlSession as(String otherOperation) {
    return new ControlSession(connection, pins, otherOperation, patience);
  }

  ControlSession with(PinnedSettings otherPins) {
    return new ControlSession(connection, otherPins, operation, patience);
  }

  String operation() {
    return operation;
  }

  <R> List<R> query(String sql, RowMapper<R> mapper) {
    return query(sql, Map.of(), mapper);
  }

  <R> List<R> query(String sql, Map<String, String> settings, RowMapper<R> mapper) {
    try (Statement statement = statement(nextQueryId(), patience, settings);
        ResultSet result = statement.executeQuery(sql)) {
      List<R> rows = new ArrayList<>();
      while (result.next()) {
        rows.add(mapper.map(result));
      }
      return rows;
    } catch (SQLException | ClickHouseException e) {
      throw StatementFailure.of(e);
    }
  }

  /** A query that answers with exactly one row. */
  <R> R one(String sql, RowMapper<R> mapper) {
    return one(sql, Map.of(), mapper);
  }

  <R> R one(String sql, Map<String, String> settings, RowMapper<R> mapper) {
    List<R> rows = query(sql, settings, mapper);
    if (rows.size() != 1) {
      throw new IllegalStateException("one row was expected and " + rows.size() + " came");
    }
    return rows.get(0);
  }

  void execute(String sql) {
    execute(sql, Map.of());
  }

  void execute(String sql, Map<String, String> settings) {
    send(sql, nextQueryId(), patience, settings);
  }

  /** Sends a statement whose query id is the operation id itself, waiting only so long. */
  void executeOnce(String sql, Duration shortPatience) {
    send(sql, operation, shortPatience, Map.of());
  }

  private void send(String sql, String queryId, Duration wait, Map<String, String> settings) {
    try (Statement statement = statement(queryId, wait, settings)) {
      statement.executeUpdate(sql);
    } catch (SQLException | ClickHouseException e) {
      throw StatementFailure.of(e);
    }
  }

  private String nextQueryId() {
    return operation + '/' + UUID.randomUUID();
  }

  private Statement statement(String queryId, Duration wait, Map<String, String> settings)
      throws SQLException {
    Statement statement = connection.createStatement();
    try {
      statement.setEscapeProcessing(false);
      QuerySettings local = statement.unwrap(StatementImpl.class).getLocalSettings();
      pins.values().forEach(local::serverSetting);
      settings.forEach(local::serverSetting);
      local.setQueryId(queryId);
      local.logComment(operation);
      local.waitEndOfQuery(true);
      local.setNetworkTimeout(wait.toMillis(), ChronoUnit.MILLIS);
      local.setOption(
          ClientConfigProperties.CLIENT_RETRY_ON_FAILURE.getKey(), List.of(ClientFaultCause.None));
      return statement;
    } catch (SQLException | RuntimeException e) {
      statement.close();
      throw e;
    }
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      System.getLogger(ControlSession.class.getName())
          .log(System.Logger.Level.DEBUG, "A control connection did not close cleanly", e);
    }
  }
}
