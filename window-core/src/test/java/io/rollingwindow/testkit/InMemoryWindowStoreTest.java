package io.rollingwindow.testkit;

import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Nested;

/** The store in memory keeps the contracts, as long as the object lives. */
final class InMemoryWindowStoreTest {

  @Nested
  final class AsAStore extends WindowStoreContract {

    private final WindowStore store = new InMemoryWindowStore(clock, PortCalls.DIRECT);

    @Override
    protected WindowStore open(InstantSource by) {
      return store;
    }
  }

  @Nested
  final class AsPublicationRecords extends PublicationRecordsContract {

    private final WindowStore store =
        new InMemoryWindowStore(InstantSource.system(), PortCalls.DIRECT);
    private final Lease lease =
        store.acquire(SampleRecords.TARGET_ID, "owner", Duration.ofHours(1)).orElseThrow();

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
