package io.rollingwindow.testkit;

import io.rollingwindow.spi.WindowStore;
import java.time.InstantSource;

/** The store in memory keeps the contract of stores, as long as the object lives. */
final class InMemoryWindowStoreTest extends WindowStoreContract {

  private final WindowStore store = new InMemoryWindowStore(clock, PortCalls.DIRECT);

  @Override
  protected WindowStore open(InstantSource by) {
    return store;
  }
}
