package io.rollingwindow.postgres.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.row.RowValueException;
import java.io.IOException;
import java.sql.SQLException;
import java.util.function.BooleanSupplier;

/**
 * Turns what went wrong into the failure that tells the caller what to do. Messages of servers are
 * kept as causes and never quoted, as they may hold values.
 */
final class SourceFailures {

  private final SourceTable table;

  SourceFailures(SourceTable table) {
    this.table = table;
  }

  /**
   * The failure of a read or of opening.
   *
   * @param failure what was thrown
   * @param snapshotLives asked when a passing failure may have been the snapshot's end
   */
  WindowException of(Exception failure, BooleanSupplier snapshotLives) {
    if (failure instanceof WindowException known) {
      return known;
    }
    if (failure instanceof SQLException sql) {
      return ofSql(sql, snapshotLives);
    }
    if (failure instanceof SnapshotGoneException gone) {
      return expired(gone.getMessage(), gone);
    }
    if (failure instanceof UnusableConnectionException unusable) {
      return new RefusedException(
          ErrorCode.SOURCE_CONNECTIONS_REFUSED,
          unusable.getMessage()
              + " Nothing was read; let the factory open an independent session of the same server"
              + " and database for each call.",
          unusable);
    }
    if (failure instanceof TableChangedException changed) {
      return changed(changed);
    }
    if (failure instanceof RowTooLargeException large) {
      return tooLarge(large);
    }
    if (failure instanceof RowValueException value) {
      return ofValue(value);
    }
    if (failure instanceof IOException sink) {
      return ofSink(sink);
    }
    return new RefusedException(
        ErrorCode.UNEXPECTED,
        "Reading " + table + " failed unexpectedly. Nothing was published.",
        failure);
  }

  /** The failure of opening a snapshot, when there is none yet to be lost or to compare with. */
  WindowException opening(Exception failure) {
    if (failure instanceof SQLException sql
        && Verdict.of(sql.getSQLState()) == Verdict.TABLE_CHANGED) {
      return new RefusedException(
          ErrorCode.SOURCE_REFUSED, "There is no table " + table + " in this database.", failure);
    }
    return of(failure, () -> true);
  }

  /** The failure of work that was told to stop. */
  static WindowException cancelled(Exception failure) {
    return new RunCancelledException(
        ErrorCode.RUN_CANCELLED,
        "The read was broken off because its run was cancelled; its connection is closed.",
        failure);
  }

  private WindowException ofSql(SQLException failure, BooleanSupplier snapshotLives) {
    String state = failure.getSQLState();
    return switch (Verdict.of(state)) {
      case PASSING ->
          snapshotLives.getAsBoolean()
              ? new TransientChunkException(
                  ErrorCode.TRANSIENT_FAILURE,
                  "PostgreSQL broke off the read of "
                      + table
                      + " with SQLSTATE "
                      + state
                      + ". Its connection is closed; the read may be repeated.",
                  failure)
              : expired("The read was broken off with SQLSTATE " + state + ".", failure);
      case SNAPSHOT_GONE ->
          expired("PostgreSQL gave the snapshot up with SQLSTATE " + state + ".", failure);
      case TABLE_CHANGED -> changed(failure);
      case NOT_UTF8 -> notUtf8(failure, "A text");
      case REFUSED ->
          new RefusedException(
              ErrorCode.SOURCE_REFUSED,
              "PostgreSQL does not let this role read "
                  + table
                  + " (SQLSTATE "
                  + state
                  + "). Nothing was published; grant what is missing or correct the connection.",
              failure);
      case UNEXPECTED ->
          new RefusedException(
              ErrorCode.UNEXPECTED,
              "PostgreSQL failed to read "
                  + table
                  + " with SQLSTATE "
                  + state
                  + ". Nothing was published; the server's log says more.",
              failure);
    };
  }

  /** A text that PostgreSQL cannot send in UTF-8, in a column that is known. */
  WindowException notUtf8(SQLException failure, SourceColumn column) {
    return notUtf8(failure, "A text in column \"" + column.name() + "\"");
  }

  private WindowException notUtf8(SQLException failure, String text) {
    return new RefusedException(
        ErrorCode.VALUE_REFUSED,
        text
            + " of "
            + table
            + " has no form in UTF-8 (SQLSTATE "
            + failure.getSQLState()
            + "). Nothing was published; correct the row.",
        failure);
  }

  private WindowException expired(String what, Exception cause) {
    return new SnapshotExpiredException(
        ErrorCode.SNAPSHOT_EXPIRED,
        what
            + " The snapshot of "
            + table
            + " is gone, and what was read in it is void. Nothing was published; use a new"
            + " invocation.",
        cause);
  }

  private WindowException changed(Exception cause) {
    return new RefusedException(
        ErrorCode.SCHEMA_CHANGED,
        "The name "
            + table
            + " does not lead to the table that the snapshot was taken of, or not to the same"
            + " columns and rights. Nothing was published; run again when its schema is settled.",
        cause);
  }

  private WindowException tooLarge(Exception cause) {
    return new RefusedException(
        ErrorCode.ROW_TOO_LARGE,
        "A row of "
            + table
            + " is larger than maxEncodedBytes and was not copied. Nothing was published; raise"
            + " the limit or shorten the row.",
        cause);
  }

  private WindowException ofValue(RowValueException value) {
    if (value.reason() == RowValueException.Reason.ROW_TOO_LARGE) {
      return tooLarge(value);
    }
    return new RefusedException(
        ErrorCode.VALUE_REFUSED,
        "A row of "
            + table
            + " cannot be held exactly: "
            + value.getMessage()
            + ". Nothing was published; correct the row or the target's type.",
        value);
  }

  /** The sink is the target's: a failure that it typed itself is passed on as it is. */
  private WindowException ofSink(IOException sink) {
    return sink.getCause() instanceof WindowException typed
        ? typed
        : new TransientChunkException(
            ErrorCode.TRANSIENT_FAILURE,
            "The target stopped taking rows of " + table + "; the read was broken off.",
            sink);
  }
}
