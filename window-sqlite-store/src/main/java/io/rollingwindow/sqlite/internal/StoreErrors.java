package io.rollingwindow.sqlite.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import java.sql.SQLException;

/** What SQLite's result codes mean for whoever keeps a journal. */
final class StoreErrors {

  private static final int PRIMARY_CODE = 0xff;
  private static final int SQLITE_BUSY = 5;

  private StoreErrors() {}

  static boolean isBusy(SQLException failure) {
    return (failure.getErrorCode() & PRIMARY_CODE) == SQLITE_BUSY;
  }

  static RefusedException of(SQLException failure) {
    return switch (failure.getErrorCode() & PRIMARY_CODE) {
      case SQLITE_BUSY, 6 -> // SQLITE_LOCKED
          unavailable("it is in use by another process for longer than the busy timeout", failure);
      case 13 -> unavailable("its disk is full or its size limit is reached", failure);
      case 10 -> unavailable("its disk reported an error", failure);
      case 7 -> unavailable("SQLite has no memory left", failure);
      case 8, 14, 23 -> // SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_AUTH
          unsuitable("The store's file cannot be opened for writing", failure);
      case 11, 26 -> // SQLITE_CORRUPT, SQLITE_NOTADB
          corrupt("The store's file is damaged or is no SQLite database", failure);
      default ->
          new RefusedException(
              ErrorCode.UNEXPECTED,
              "SQLite refused a statement of the store (result code "
                  + failure.getErrorCode()
                  + "); nothing was written.",
              failure);
    };
  }

  private static RefusedException unavailable(String why, SQLException cause) {
    return new RefusedException(
        ErrorCode.STORE_UNAVAILABLE,
        "The store could not be used: "
            + why
            + ". The transaction was rolled back; call again with the same invocation id once this"
            + " is over.",
        cause);
  }

  static RefusedException unsuitable(String what, Throwable cause) {
    return new RefusedException(
        ErrorCode.STORE_UNSUITABLE, what + "; the file was left as it is.", cause);
  }

  static RefusedException corrupt(String what, Throwable cause) {
    return new RefusedException(
        ErrorCode.JOURNAL_CORRUPT,
        what + "; nothing was changed. Keep the file and restore or reconcile it.",
        cause);
  }
}
