package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsTarget.Layout;
import io.rollingwindow.it.servers.Servers;
import io.rollingwindow.it.servers.WithServers;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes that refresh one target at the same time, and a reader who looks all the while. */
@WithServers
class TwoProcessesIT {

  @TempDir Path folder;

  @Test
  void oneWaitsForTheOtherAndReadersSeeWholeWindowsOnly(Servers servers) throws Exception {
    EventsRoute route =
        new EventsRoute(servers.postgres().freshDatabase(), servers.clickHouse().freshDatabase());
    route.create(20_000, 5_000, Layout.BY_DAY);
    Refresh refresh = new Refresh(route, folder);
    Recovery recovery = new Recovery(refresh);
    String before = window(route);
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger reads = new AtomicInteger();
    CompletableFuture<Set<String>> seen =
        CompletableFuture.supplyAsync(() -> watch(route, done, reads));
    try (RefreshProcess one = RefreshProcess.start(refresh, "one", Optional.empty());
        RefreshProcess other = RefreshProcess.start(refresh, "other", Optional.empty())) {
      boolean oneFinished = one.awaitExit() == 0;
      boolean otherFinished = other.awaitExit() == 0;
      assertTrue(oneFinished || otherFinished, "each was kept out by the other");
      // Who was refused is simply called again, as a scheduler would do it.
      recovery.sameInvocation("one");
      recovery.sameInvocation("other");
    } finally {
      done.set(true);
    }
    Audit.of(refresh, "after both");
    Set<String> whole = new TreeSet<>(Set.of(before, window(route)));
    Set<String> windows = seen.get(60, TimeUnit.SECONDS);
    windows.removeAll(whole);
    assertEquals(Set.of(), windows, "a reader saw a window that was neither old nor new");
    RecordedFigures.record(
        "two processes on one target", reads + " reads of whole windows, 0 violations");
  }

  private static Set<String> watch(EventsRoute route, AtomicBoolean done, AtomicInteger reads) {
    Set<String> seen = new TreeSet<>();
    try {
      while (!done.get()) {
        seen.add(window(route));
        reads.incrementAndGet();
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a reader was refused", e);
    }
    return seen;
  }

  /** The window's number of rows and a sum of hashes over them, in one query. */
  private static String window(EventsRoute route) throws SQLException {
    try (Connection connection = route.clickHouse().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT concat(toString(count()), ':',"
                    + " toString(sum(cityHash64(id, observed_at, amount, name, quantity))))"
                    + " FROM events WHERE observed_at >= toDateTime64('2026-09-02', 6, 'UTC')"
                    + " AND observed_at < toDateTime64('2026-09-09', 6, 'UTC')")) {
      rows.next();
      return rows.getString(1);
    }
  }
}
