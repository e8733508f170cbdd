package io.rollingwindow.it.crash;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.WindowListener;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.guard.FileLockGuard;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * One call of one invocation, composed afresh as a new process would do it.
 *
 * @param route both sides
 * @param folder what all processes share: journal, guard and ledger
 */
record Refresh(EventsRoute route, Path folder) {

  /** Short, because the next call waits for a killed process's lease to expire. */
  static final Duration LEASE = Duration.ofSeconds(3);

  private static final int PARALLELISM = 2;

  ProcessResult run(String invocationId) {
    return run(invocationId, UnaryOperator.identity(), WindowListener.NOOP);
  }

  ProcessResult run(
      String invocationId, UnaryOperator<WindowStore> decorated, WindowListener listener) {
    Ledger ledger = ledger();
    try (SqliteWindowStore sqlite = SqliteWindowStore.open(journal());
        Client bulk = route.clickHouse().client().build()) {
      return RollingWindowRuntime.builder()
          .routeId(EventsRoute.ROUTE_ID)
          .source(route.source())
          .target(route.target(bulk, new FileLockGuard(folder)))
          .store(decorated.apply(sqlite))
          .evidence((plan, generation, receipts, lease, metrics) -> ledger.evidence(plan.runId()))
          .state((plan, lease) -> ledger.state(plan.runId()))
          .listener(listener)
          .leaseTtl(LEASE)
          .retryPause(Duration.ofMillis(100))
          .build()
          .run(EventsRoute.config(PARALLELISM), invocationId);
    }
  }

  Ledger ledger() {
    return new Ledger(folder.resolve("ledger"));
  }

  Path journal() {
    return folder.resolve("journal.sqlite");
  }
}
