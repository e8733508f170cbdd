package io.rollingwindow.it.crash;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.WindowListener;
import io.rollingwindow.callbacks.HtmlEvidence;
import io.rollingwindow.callbacks.JsonFileEvidence;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.guard.FileLockGuard;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * One call of one invocation, composed afresh as a new process would do it.
 *
 * @param route both sides
 * @param folder what all processes share: journal, guard, evidence and ledger
 */
public record Refresh(EventsRoute route, Path folder) {

  /** Short, because the next call waits for a killed process's lease to expire. */
  public static final Duration LEASE = Duration.ofSeconds(3);

  private static final int PARALLELISM = 2;

  /** Calls without being watched. */
  public ProcessResult run(String invocationId) {
    return run(invocationId, UnaryOperator.identity(), WindowListener.NOOP);
  }

  /** Calls with a decorated store and a listener. */
  public ProcessResult run(
      String invocationId, UnaryOperator<WindowStore> decorated, WindowListener listener) {
    Ledger ledger = ledger();
    makeFolder(evidence());
    try (SqliteWindowStore sqlite = SqliteWindowStore.open(journal());
        Client bulk = route.clickHouse().client().build()) {
      return RollingWindowRuntime.builder()
          .routeId(EventsRoute.ROUTE_ID)
          .source(route.source())
          .target(route.target(bulk, new FileLockGuard(folder)))
          .store(decorated.apply(sqlite))
          .evidence(
              new JsonFileEvidence(evidence())
                  .andThen(new HtmlEvidence(evidence(), EventsRoute.SCHEMA))
                  .andThen(
                      (plan, generation, receipts, lease, metrics) ->
                          ledger.evidence(plan.runId())))
          .state((plan, lease) -> ledger.state(plan.runId()))
          .listener(listener)
          .leaseTtl(LEASE)
          .retryPause(Duration.ofMillis(100))
          .build()
          .run(EventsRoute.config(PARALLELISM), invocationId);
    }
  }

  /** Which callbacks were made. */
  public Ledger ledger() {
    return new Ledger(folder.resolve("ledger"));
  }

  /** The folder of documents and pages. */
  public Path evidence() {
    return folder.resolve("evidence");
  }

  /** The file of leases, journal and publications. */
  public Path journal() {
    return folder.resolve("journal.sqlite");
  }

  private static void makeFolder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
