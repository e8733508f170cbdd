package io.rollingwindow.sqlite.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.spi.Lease;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** The statements about leases, each to be called inside a transaction. */
public final class Leases {

  private Leases() {}

  /**
   * Takes a lease that is free or expired. The row stays for ever, and with it the token.
   *
   * @param connection in a write transaction
   * @param targetId the target
   * @param owner who asks
   * @param now the current instant
   * @param expiresAt until when
   * @return the lease, or empty when it is held
   * @throws SQLException when a statement fails
   */
  public static Optional<Lease> acquire(
      Connection connection, String targetId, String owner, Instant now, Instant expiresAt)
      throws SQLException {
    String sql =
        """
        INSERT INTO lease (target_id, owner, fencing_token, expires_at_micros)
        VALUES (?1, ?2, 1, ?3)
        ON CONFLICT (target_id) DO UPDATE
        SET owner = ?2, fencing_token = fencing_token + 1, expires_at_micros = ?3
        WHERE expires_at_micros <= ?4
        RETURNING fencing_token""";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      statement.setString(1, targetId);
      statement.setString(2, owner);
      statement.setLong(3, micros(expiresAt));
      statement.setLong(4, micros(now));
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? Optional.of(
                new Lease(
                    targetId, owner, rows.getLong(1), expiresAt.truncatedTo(ChronoUnit.MICROS)))
            : Optional.empty();
      }
    }
  }

  /**
   * Moves the end of a current lease.
   *
   * @param connection in a write transaction
   * @param lease the lease as last seen
   * @param now the current instant
   * @param expiresAt the new end; now to give it back
   * @return whether it was current
   * @throws SQLException when the statement fails
   */
  public static boolean extend(Connection connection, Lease lease, Instant now, Instant expiresAt)
      throws SQLException {
    String sql =
        """
        UPDATE lease SET expires_at_micros = ?5
        WHERE target_id = ?1 AND owner = ?2 AND fencing_token = ?3 AND expires_at_micros > ?4""";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, lease, now);
      statement.setLong(5, micros(expiresAt));
      return statement.executeUpdate() == 1;
    }
  }

  /**
   * Checks a lease.
   *
   * @param connection in a transaction
   * @param lease the lease as last seen
   * @param now the current instant
   * @return whether it is current and has not expired
   * @throws SQLException when the statement fails
   */
  public static boolean isCurrent(Connection connection, Lease lease, Instant now)
      throws SQLException {
    String sql =
        """
        SELECT 1 FROM lease
        WHERE target_id = ?1 AND owner = ?2 AND fencing_token = ?3 AND expires_at_micros > ?4""";
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      bind(statement, lease, now);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next();
      }
    }
  }

  /**
   * Refuses whatever follows in the transaction when a lease is not current.
   *
   * @param connection in a write transaction
   * @param lease the lease as last seen
   * @param now the current instant
   * @throws SQLException when the statement fails
   * @throws LeaseException when it is not current
   */
  public static void require(Connection connection, Lease lease, Instant now) throws SQLException {
    if (!isCurrent(connection, lease, now)) {
      throw lost(lease);
    }
  }

  /**
   * The refusal of a lease.
   *
   * @param lease the lease as last seen
   * @return the exception
   */
  public static LeaseException lost(Lease lease) {
    return new LeaseException(
        ErrorCode.LEASE_LOST,
        "The lease of target "
            + lease.targetId()
            + " with token "
            + lease.fencingToken()
            + " has expired or went to another owner; nothing was written.");
  }

  private static void bind(PreparedStatement statement, Lease lease, Instant now)
      throws SQLException {
    statement.setString(1, lease.targetId());
    statement.setString(2, lease.owner());
    statement.setLong(3, lease.fencingToken());
    statement.setLong(4, micros(now));
  }

  private static long micros(Instant instant) {
    return WindowInterval.micros(instant.truncatedTo(ChronoUnit.MICROS));
  }
}
