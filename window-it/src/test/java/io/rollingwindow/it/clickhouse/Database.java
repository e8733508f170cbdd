package io.rollingwindow.it.clickhouse;

import io.rollingwindow.it.servers.ClickHouseEndpoint;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Direct SQL of the tests, over a connection of its own for each statement. */
final class Database {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PAUSE = Duration.ofMillis(20);

  private final ClickHouseEndpoint endpoint;

  Database(ClickHouseEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  ClickHouseEndpoint endpoint() {
    return endpoint;
  }

  String name() {
    return endpoint.database();
  }

  void execute(String sql) {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      statement.executeUpdate(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** The first column of every row. */
  List<String> strings(String sql) {
    try (Connection connection = endpoint.connect();
        Statement statement = connection.createStatement()) {
      statement.setEscapeProcessing(false);
      List<String> values = new ArrayList<>();
      try (ResultSet result = statement.executeQuery(sql)) {
        while (result.next()) {
          values.add(result.getString(1));
        }
      }
      return values;
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  /** Whether the server refuses a statement. */
  boolean isRefused(String sql) {
    try {
      execute(sql);
      return false;
    } catch (IllegalStateException e) {
      return true;
    }
  }

  /** Waits, within a bound, for an answer that the server comes to by itself. */
  void awaitString(String expected, String sql) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    String answer = string(sql);
    while (!answer.equals(expected)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(sql + " still answers with " + answer);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      answer = string(sql);
    }
  }

  String string(String sql) {
    List<String> values = strings(sql);
    if (values.size() != 1) {
      throw new IllegalStateException(sql + " answered with " + values.size() + " rows");
    }
    return values.get(0);
  }

  long number(String sql) {
    return Long.parseLong(string("SELECT toString((" + sql + "))"));
  }
}
