package io.rollingwindow.sqlite;

import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.sqlite.SqliteWindowStore.JournalMode;
import io.rollingwindow.testkit.PublicationRecordsContract;
import io.rollingwindow.testkit.SampleRecords;
import io.rollingwindow.testkit.WindowStoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

  @Nested
  final class AsPublicationRecords extends PublicationRecordsContract {

    private SqliteWindowStore store;
    private Lease lease;

    @BeforeEach
    void open() {
      store = SqliteWindowStore.open(directory.resolve("publications.sqlite"));
      lease = store.acquire(SampleRecords.TARGET_ID, "owner", Duration.ofHours(1)).orElseThrow();
    }

    @AfterEach
    void close() {
      store.close();
    }

    @Override
    protected PublicationRecords records() {
      return store;
    }

    @Override
    protected Lease lease() {
      return lease;
    }
  }
}
