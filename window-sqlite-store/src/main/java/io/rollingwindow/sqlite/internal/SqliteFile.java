package io.rollingwindow.sqlite.internal;

import io.rollingwindow.error.WindowException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.sqlite.SQLiteConfig;

/**
 * One open file: one connection, one transaction at a time, each durable when it returns. Other
 * processes may use the file as well; whoever writes waits for them as long as the busy timeout.
 *
 * <p>Safe for many threads. No monitor is held during I/O, so virtual threads are not pinned by it.
 */
public final class SqliteFile implements AutoCloseable {

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ReentrantLock lock = new ReentrantLock();
  private final Connection connection;

  private SqliteFile(Connection connection) {
    this.connection = connection;
  }

  /**
   * How a file is used.
   *
   * @param writeAheadLog whether a write-ahead log is kept instead of a rollback journal
   * @param busyTimeout how long to wait for another process
   * @param typeOf names file systems
   * @param maxPages the most pages that the file may have; 0 for SQLite's own limit
   */
  public record Options(
      boolean writeAheadLog, Duration busyTimeout, FilePlace.TypeOf typeOf, long maxPages) {}

  /**
   * Work inside a transaction.
   *
   * @param <T> what comes out
   */
  @FunctionalInterface
  public interface Work<T> {

    /**
     * Does it.
     *
     * @param connection in a transaction
     * @return what the caller gets once it is durable
     * @throws SQLException when a statement fails
     */
    T apply(Connection connection) throws SQLException;
  }

  /**
   * Opens the file, creating it where it does not exist. A file that cannot be used is left as it
   * is.
   *
   * @param file where it is
   * @param options how it is used
   * @return the open file
   * @throws io.rollingwindow.error.RefusedException when the place, the build of SQLite or the
   *     file's content does not serve
   */
  public static SqliteFile open(Path file, Options options) {
    return open(file, options, StoreSchema.ofThisRelease());
  }

  static SqliteFile open(Path file, Options options, StoreSchema schema) {
    requireSoundSqlite(options.writeAheadLog());
    Path real = FilePlace.require(file, options.typeOf());
    try {
      Connection connection = connect(real, options.busyTimeout());
      try {
        schema.requireOurs(connection);
        makeDurable(connection, options);
        SqliteFile opened = new SqliteFile(connection);
        if (!schema.isCurrent(connection)) {
          opened.write(
              inside -> {
                schema.migrate(inside);
                return null;
              });
        }
        return opened;
      } catch (SQLException | RuntimeException e) {
        closeAfter(e, connection);
        throw e;
      }
    } catch (SQLException e) {
      throw StoreErrors.of(e);
    }
  }

  private static void requireSoundSqlite(boolean writeAheadLog) {
    SqliteVersion version;
    try (Connection memory = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = memory.createStatement();
        ResultSet rows = statement.executeQuery("SELECT sqlite_version()")) {
      version = SqliteVersion.parse(rows.next() ? rows.getString(1) : "");
    } catch (SQLException | LinkageError e) {
      throw StoreErrors.unsuitable(
          "SQLite's native library could not be loaded. Where the temporary directory forbids"
              + " execution, name another by the system property org.sqlite.tmpdir, or an unpacked"
              + " library by org.sqlite.lib.path",
          e);
    }
    if (writeAheadLog && version.hasLogResetFault()) {
      throw StoreErrors.unsuitable(
          "SQLite "
              + version
              + " may lose committed transactions of a write-ahead log. Use 3.51.3 or later, or"
              + " the rollback journal",
          null);
    }
  }

  private static Connection connect(Path file, Duration busyTimeout) throws SQLException {
    SQLiteConfig config = new SQLiteConfig();
    config.setBusyTimeout((int) Math.min(Integer.MAX_VALUE, busyTimeout.toMillis()));
    return config.createConnection("jdbc:sqlite:" + file);
  }

  private static void makeDurable(Connection connection, Options options) throws SQLException {
    String mode = options.writeAheadLog() ? "wal" : "delete";
    String got = switchMode(connection, mode, options.busyTimeout());
    if (!mode.equals(got)) {
      throw StoreErrors.unsuitable("The store's file cannot use journal mode " + mode, null);
    }
    try (Statement statement = connection.createStatement()) {
      // EXTRA also forces the directory when a rollback journal is deleted, which is its commit.
      statement.execute("PRAGMA synchronous = " + (options.writeAheadLog() ? "FULL" : "EXTRA"));
      statement.execute("PRAGMA fullfsync = ON");
      statement.execute("PRAGMA checkpoint_fullfsync = ON");
      if (options.maxPages() > 0) {
        statement.execute("PRAGMA max_page_count = " + options.maxPages());
      }
    }
  }

  /** SQLite does not wait for others in this statement by itself. */
  private static String switchMode(Connection connection, String mode, Duration atMost)
      throws SQLException {
    long until = System.nanoTime() + atMost.toNanos();
    while (true) {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("PRAGMA journal_mode = " + mode)) {
        return rows.next() ? rows.getString(1).toLowerCase(Locale.ROOT) : "";
      } catch (SQLException e) {
        if (!StoreErrors.isBusy(e) || System.nanoTime() - until >= 0) {
          throw e;
        }
        LockSupport.parkNanos(RETRY_NANOS);
        if (Thread.currentThread().isInterrupted()) {
          throw e;
        }
      }
    }
  }

  /**
   * Reads in one statement or several.
   *
   * @param work what is read
   * @param <T> what comes out
   * @return what was read
   * @throws io.rollingwindow.error.RefusedException when the file cannot be read
   */
  public <T> T read(Work<T> work) {
    lock.lock();
    try {
      return work.apply(connection);
    } catch (SQLException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Writes, all or nothing. The right to write is taken first, so no lock is ever upgraded.
   *
   * @param work what is written
   * @param <T> what comes out
   * @return what came out, after the transaction is durable
   * @throws io.rollingwindow.error.RefusedException when the file cannot be written
   */
  public <T> T write(Work<T> work) {
    lock.lock();
    try {
      run("BEGIN IMMEDIATE");
      try {
        T result = work.apply(connection);
        run("COMMIT");
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        rollBack(e);
        throw e;
      }
    } catch (SQLException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** SQLite may have rolled back by itself, on a full disk for one. */
  private void rollBack(Throwable primary) {
    try {
      run("ROLLBACK");
    } catch (SQLException e) {
      if (!(primary instanceof SQLException) && !(primary instanceof WindowException)) {
        primary.addSuppressed(e);
      }
    }
  }

  private static void closeAfter(Throwable primary, Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      primary.addSuppressed(e);
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      connection.close();
    } catch (SQLException e) {
      throw StoreErrors.of(e);
    } finally {
      lock.unlock();
    }
  }
}
