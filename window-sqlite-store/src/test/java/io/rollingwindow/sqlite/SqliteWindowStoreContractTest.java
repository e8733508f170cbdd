package io.rollingwindow.sqlite;

import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.sqlite.SqliteWindowStore.JournalMode;
import io.rollingwindow.testkit.WindowStoreContract;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/** The SQLite store keeps the contract of stores in both journal modes. */
final class SqliteWindowStoreContractTest {

  @TempDir Path directory;

  @Nested
  final class WithAWriteAheadLog extends WindowStoreContract {
    @Override
    protected WindowStore open(InstantSource by) {
      return SqliteWindowStore.builder(directory.resolve("wal.sqlite")).clock(by).open();
    }
  }

  @Nested
  final class WithARollbackJournal extends WindowStoreContract {
    @Override
    protected WindowStore open(InstantSource by) {
      return SqliteWindowStore.builder(directory.resolve("rollback.sqlite"))
          .journalMode(JournalMode.ROLLBACK)
          .clock(by)
          .open();
    }
  }
}
