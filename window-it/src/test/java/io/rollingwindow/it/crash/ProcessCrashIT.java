package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RunEndedException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsSource;
import io.rollingwindow.it.events.EventsTarget.Layout;
import io.rollingwindow.it.servers.Servers;
import io.rollingwindow.it.servers.WithServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Processes that are killed with SIGKILL while they refresh, and what the next call makes of it.
 */
@WithServers
class ProcessCrashIT {

  private static final int SOURCE_ROWS = 20_000;
  private static final int TARGET_ROWS = 5_000;
  private static final int LANES = 3;

  private static final Set<Moment> KILLED = EnumSet.noneOf(Moment.class);

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(Moment.class)
  void aRunKilledAtAnyMomentGoesOnAsTheRecoveryTableSays(Moment moment, Servers servers)
      throws Exception {
    Refresh refresh = refresh(servers, Layout.BY_DAY);
    Recovery recovery = new Recovery(refresh);
    killAt(moment, refresh);
    String exchanged = targetUuid(refresh.route());
    if (moment == Moment.BEFORE_PLANNED) {
      recovery.sameInvocation("first");
    } else if (moment.isPublished()) {
      ProcessResult result = withoutSource(refresh.route(), () -> recovery.sameInvocation("first"));
      assertEquals(exchanged, targetUuid(refresh.route()), "exchanged again");
      assertTrue(refresh.ledger().hasBoth(result.rollingWindow().runId()));
    } else if (moment.compareTo(Moment.AFTER_INTENT) >= 0) {
      RunEndedException ended =
          assertThrows(RunEndedException.class, () -> recovery.sameInvocation("first"));
      assertEquals(ErrorCode.NOT_PUBLISHED, ended.code());
      recovery.sameInvocation("second");
    } else {
      assertThrows(SnapshotExpiredException.class, () -> recovery.sameInvocation("first"));
      assertThrows(
          SnapshotExpiredException.class, () -> recovery.sameInvocation("first"), "said once more");
      recovery.sameInvocation("second");
    }
    Audit.of(refresh, "killed " + moment);
    if (!moment.isPublished()) {
      assertNotEquals(exchanged, targetUuid(refresh.route()), "never exchanged");
    }
    KILLED.add(moment);
  }

  @AfterAll
  static void record() {
    if (KILLED.isEmpty()) {
      return; // another test of this class was asked for alone
    }
    RecordedFigures.record(
        "processes killed at journaled moments",
        KILLED.size() + " of " + Moment.values().length + " moments, 0 violations");
  }

  /** Several targets at once: while one waits for the lease of the dead, the others go on. */
  @Test
  void noRowIsLostOrDoubledWhereverAProcessIsKilled(Servers servers) throws Exception {
    int kills = Integer.getInteger("window.it.kills", 50);
    long seed = Long.getLong("window.it.seed", System.nanoTime());
    System.out.println("seed of the kills: " + seed);
    ExecutorService lanes = Executors.newFixedThreadPool(LANES);
    try {
      List<Future<Map<String, Integer>>> results = new ArrayList<>();
      for (int lane = 0; lane < LANES; lane++) {
        Refresh refresh =
            refresh(servers, Layout.BY_MONTH, Files.createDirectory(folder.resolve("lane" + lane)));
        int share = (kills + lane) / LANES;
        long laneSeed = seed + lane;
        results.add(lanes.submit(() -> killAgainAndAgain(refresh, share, laneSeed)));
      }
      Map<String, Integer> endings = new TreeMap<>();
      for (Future<Map<String, Integer>> lane : results) {
        lane.get().forEach((ending, count) -> endings.merge(ending, count, Integer::sum));
      }
      RecordedFigures.record(
          "processes killed at random moments", kills + " kills, 0 violations; " + endings);
    } finally {
      lanes.shutdownNow();
    }
  }

  private static Map<String, Integer> killAgainAndAgain(Refresh refresh, int kills, long seed)
      throws Exception {
    Random random = new Random(seed);
    Recovery recovery = new Recovery(refresh);
    double longest = 1.2 * wholeRun(refresh).toNanos();
    Audit.of(refresh, "undisturbed");
    Map<String, Integer> endings = new TreeMap<>();
    int killed = 0;
    for (int round = 1; killed < kills; round++) {
      try (Connection source = refresh.route().postgres().connect()) {
        EventsSource.change(source, round, 200);
      }
      String invocation = "round-" + round;
      Duration after = Duration.ofNanos((long) (random.nextDouble() * longest));
      boolean inTime;
      try (RefreshProcess process = RefreshProcess.start(refresh, invocation, Optional.empty())) {
        process.awaitStarted();
        process.runFor(after);
        inTime = process.kill();
      }
      // About one run in six comes to its end first, so that late moments are tried as well.
      longest *= inTime ? 1.01 : 0.95;
      String ending = recovery.untilDone(invocation).how();
      Audit.of(refresh, "seed " + seed + ", round " + round + ", killed after " + after);
      if (inTime) {
        killed++;
        endings.merge(ending, 1, Integer::sum);
      }
    }
    return endings;
  }

  @Test
  void aProcessPausedBeyondItsLeaseChangesNothingOnceItWakesUp(Servers servers) throws Exception {
    Refresh refresh = refresh(servers, Layout.BY_DAY);
    Recovery recovery = new Recovery(refresh);
    try (RefreshProcess zombie =
        RefreshProcess.start(refresh, "zombie", Optional.of(Moment.AFTER_CHUNK_BEGUN))) {
      zombie.awaitHolding();
      zombie.signal("STOP");
      zombie.goOn();
      recovery.untilDone("zombie");
      Audit.of(refresh, "while the other process is stopped");
      String published = targetUuid(refresh.route());
      zombie.signal("CONT");
      assertNotEquals(0, zombie.awaitExit(), "it must not believe that it has refreshed anything");
      assertEquals(published, targetUuid(refresh.route()));
      Audit.of(refresh, "after the other process woke up");
    }
  }

  @Test
  void aJournalThatCannotGrowLosesNothing(Servers servers) throws Exception {
    Refresh refresh = refresh(servers, Layout.BY_DAY);
    Recovery recovery = new Recovery(refresh);
    wholeRun(refresh);
    try (Connection source = refresh.route().postgres().connect()) {
      EventsSource.change(source, 1, 200);
    }
    String before = targetUuid(refresh.route());
    try (RefreshProcess process = RefreshProcess.startWithSmallFiles(refresh, "full", 8)) {
      assertNotEquals(0, process.awaitExit());
    }
    assertEquals(before, targetUuid(refresh.route()), "published without a journal");
    recovery.untilDone("full");
    Audit.of(refresh, "after the disk had room again");
  }

  private Refresh refresh(Servers servers, Layout layout) throws SQLException {
    return refresh(servers, layout, folder);
  }

  private static Refresh refresh(Servers servers, Layout layout, Path folder) throws SQLException {
    EventsRoute route =
        new EventsRoute(servers.postgres().freshDatabase(), servers.clickHouse().freshDatabase());
    route.create(SOURCE_ROWS, TARGET_ROWS, layout);
    return new Refresh(route, folder);
  }

  private static void killAt(Moment moment, Refresh refresh) throws Exception {
    try (RefreshProcess process = RefreshProcess.start(refresh, "first", Optional.of(moment))) {
      process.awaitHolding();
      process.kill();
    }
  }

  private static Duration wholeRun(Refresh refresh) throws Exception {
    try (RefreshProcess process = RefreshProcess.start(refresh, "undisturbed", Optional.empty())) {
      process.awaitStarted();
      long since = System.nanoTime();
      process.awaitDone();
      long took = System.nanoTime() - since;
      assertEquals(0, process.awaitExit());
      return Duration.ofNanos(took);
    }
  }

  private static String targetUuid(EventsRoute route) throws SQLException {
    try (Connection connection = route.clickHouse().connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT toString(uuid) FROM system.tables"
                    + " WHERE database = currentDatabase() AND name = 'events'")) {
      assertTrue(rows.next(), "the target is gone");
      return rows.getString(1);
    }
  }

  private interface Call {
    ProcessResult make();
  }

  /** Makes a call while the source table cannot be found. */
  private static ProcessResult withoutSource(EventsRoute route, Call call) throws SQLException {
    rename(route, "events", "hidden");
    try {
      return call.make();
    } finally {
      rename(route, "hidden", "events");
    }
  }

  private static void rename(EventsRoute route, String from, String to) throws SQLException {
    try (Connection connection = route.postgres().connect();
        Statement statement = connection.createStatement()) {
      statement.execute("ALTER TABLE public." + from + " RENAME TO " + to);
    }
  }
}
