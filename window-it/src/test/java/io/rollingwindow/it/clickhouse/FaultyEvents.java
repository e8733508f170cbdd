package io.rollingwindow.it.clickhouse;

import io.rollingwindow.it.servers.ClickHouseServer;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A target table that the library reaches through a proxy which can disturb it, and the test
 * directly.
 *
 * @param events the table
 * @param proxy what stands between
 */
record FaultyEvents(Events events, FaultProxy proxy) implements AutoCloseable {

  static FaultyEvents create(ClickHouseServer server, String keys) {
    AtomicReference<FaultProxy> proxy = new AtomicReference<>();
    Events events =
        Events.create(
            server,
            keys,
            direct -> {
              proxy.set(new FaultProxy(direct));
              return proxy.get().endpoint();
            });
    return new FaultyEvents(events, proxy.get());
  }

  @Override
  public void close() {
    try {
      events.close();
    } finally {
      proxy.close();
    }
  }
}
