package io.rollingwindow.callbacks;

import io.rollingwindow.StateCallback;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * State as one row for each route and target in a table of any JDBC database: the end of the latest
 * published window. A single conditional UPDATE moves it, so it never goes back and two writers
 * never both move it from the same place. Called again for the same plan, or for an older window,
 * it changes nothing; under a lease older than the row's it refuses to move.
 *
 * <p>Durable as far as the database's commit is. Every call opens a connection and closes it. Safe
 * for many threads and processes.
 */
public final class JdbcWatermarkState implements StateCallback {

  private static final Pattern TABLE =
      Pattern.compile("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)?");
  private static final int MAX_ROUNDS = 3;

  private final Connections connections;
  private final String table;

  /** Opens connections. */
  @FunctionalInterface
  public interface Connections {

    /**
     * Opens a connection.
     *
     * @return a connection that the caller closes
     * @throws SQLException when none can be opened
     */
    Connection open() throws SQLException;
  }

  private record Watermark(long micros, long fencingToken) {}

  /**
   * Binds a table.
   *
   * @param connections opens connections to its database
   * @param table its name of letters, digits and underscores, with its schema in front where needed
   * @throws IllegalArgumentException when the name has any other form
   */
  public JdbcWatermarkState(Connections connections, String table) {
    this.connections = Objects.requireNonNull(connections, "connections");
    if (!TABLE.matcher(table).matches()) {
      throw new IllegalArgumentException(
          "a table is named by letters, digits and underscores, with its schema in front");
    }
    this.table = table;
  }

  /**
   * The statement that creates the table where it does not exist, for SQLite, PostgreSQL, MySQL and
   * whatever else understands it.
   *
   * @return one SQL statement
   */
  public String createTableSql() {
    return "CREATE TABLE IF NOT EXISTS "
        + table
        + " (route_id VARCHAR(512) NOT NULL, target_id VARCHAR(512) NOT NULL,"
        + " watermark_micros BIGINT NOT NULL, fencing_token BIGINT NOT NULL,"
        + " run_id CHAR(32) NOT NULL, PRIMARY KEY (route_id, target_id))";
  }

  /**
   * Creates the table where it does not exist.
   *
   * @throws SQLException when it cannot be created
   */
  public void createTable() throws SQLException {
    try (Connection connection = open();
        Statement statement = connection.createStatement()) {
      statement.execute(createTableSql());
    }
  }

  /**
   * Up to where a target was published.
   *
   * @param routeId the route
   * @param targetId the target
   * @return the end of the latest window, or empty when there was none
   * @throws SQLException when it cannot be read
   */
  public Optional<Instant> watermark(String routeId, String targetId) throws SQLException {
    try (Connection connection = open()) {
      return read(connection, routeId, targetId)
          .map(watermark -> Instant.EPOCH.plus(watermark.micros(), ChronoUnit.MICROS));
    }
  }

  @Override
  public void advance(WindowPlan plan, Lease lease) throws SQLException {
    try (Connection connection = open()) {
      for (int round = 1; round <= MAX_ROUNDS; round++) {
        if (move(connection, plan, lease)) {
          return;
        }
        Optional<Watermark> there = read(connection, plan.routeId(), plan.targetId());
        if (there.isEmpty()) {
          if (insert(connection, plan, lease)) {
            return;
          }
        } else if (there.get().micros() >= plan.interval().endMicros()) {
          return;
        } else if (there.get().fencingToken() > lease.fencingToken()) {
          throw new IllegalStateException(
              "The state of "
                  + plan.targetId()
                  + " was moved under a later lease; this one is stale and moved nothing.");
        }
      }
      throw new IllegalStateException("The state is moved by others all the time; it was kept.");
    }
  }

  private boolean move(Connection connection, WindowPlan plan, Lease lease) throws SQLException {
    String sql =
        "UPDATE "
            + table
            + " SET watermark_micros = ?, fencing_token = ?, run_id = ?"
            + " WHERE route_id = ? AND target_id = ?"
            + " AND watermark_micros < ? AND fencing_token <= ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setLong(1, plan.interval().endMicros());
      statement.setLong(2, lease.fencingToken());
      statement.setString(3, plan.runId().value());
      statement.setString(4, plan.routeId());
      statement.setString(5, plan.targetId());
      statement.setLong(6, plan.interval().endMicros());
      statement.setLong(7, lease.fencingToken());
      return statement.executeUpdate() == 1;
    }
  }

  /** Inserts the first row; false when somebody else was faster. */
  private boolean insert(Connection connection, WindowPlan plan, Lease lease) throws SQLException {
    String sql =
        "INSERT INTO "
            + table
            + " (route_id, target_id, watermark_micros, fencing_token, run_id)"
            + " VALUES (?, ?, ?, ?, ?)";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, plan.routeId());
      statement.setString(2, plan.targetId());
      statement.setLong(3, plan.interval().endMicros());
      statement.setLong(4, lease.fencingToken());
      statement.setString(5, plan.runId().value());
      return statement.executeUpdate() == 1;
    } catch (SQLException e) {
      // Databases name a taken key in different ways; the row tells it in one.
      if (read(connection, plan.routeId(), plan.targetId()).isPresent()) {
        return false;
      }
      throw e;
    }
  }

  private Optional<Watermark> read(Connection connection, String routeId, String targetId)
      throws SQLException {
    String sql =
        "SELECT watermark_micros, fencing_token FROM "
            + table
            + " WHERE route_id = ? AND target_id = ?";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, routeId);
      statement.setString(2, targetId);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(new Watermark(rows.getLong(1), rows.getLong(2)))
            : Optional.empty();
      }
    }
  }

  /** Every statement is its own transaction: the decision is in the UPDATE's condition. */
  private Connection open() throws SQLException {
    Connection connection = connections.open();
    try {
      connection.setAutoCommit(true);
      return connection;
    } catch (SQLException | RuntimeException e) {
      try {
        connection.close();
      } catch (SQLException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }
}
