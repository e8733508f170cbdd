package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.WindowListener;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsSource;
import io.rollingwindow.it.events.EventsTarget.Layout;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedPostgresServer;
import io.rollingwindow.it.servers.Killable;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Servers that are killed under a refresh and come back. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerCrashIT {

  private static final int SOURCE_ROWS = 60_000;
  private static final int TARGET_ROWS = 20_000;
  private static final int ROUNDS = 3;
  private static final Duration LONGEST_DELAY = Duration.ofMillis(12);
  private static final Duration BACK_WITHIN = Duration.ofSeconds(60);

  private EmbeddedPostgresServer postgres;
  private EmbeddedClickHouseServer clickHouse;

  @TempDir Path folder;

  @BeforeAll
  void start() {
    postgres = EmbeddedPostgresServer.start();
    clickHouse = EmbeddedClickHouseServer.start();
  }

  @AfterAll
  void stop() {
    clickHouse.close();
    postgres.close();
  }

  @ParameterizedTest
  @EnumSource(
      mode = Mode.INCLUDE,
      names = {
        "AFTER_CHUNK_BEGUN",
        "AFTER_PREPARED",
        "AFTER_INTENT",
        "AFTER_PUBLISHING",
        "BEFORE_OUTCOME"
      })
  void nothingIsLostWhenClickHouseIsKilledAround(Moment moment) throws Exception {
    killAround(moment, clickHouse);
  }

  @Test
  void nothingIsLostWhenPostgresIsKilledInTheMiddleOfARead() throws Exception {
    Map<String, Integer> endings = killAround(Moment.AFTER_CHUNK_BEGUN, postgres);
    assertTrue(
        endings.keySet().stream().anyMatch(ending -> ending.contains("new invocation")),
        () -> "no snapshot was lost: " + endings);
  }

  private Map<String, Integer> killAround(Moment moment, Killable server) throws Exception {
    EventsRoute route = new EventsRoute(postgres.freshDatabase(), clickHouse.freshDatabase());
    route.create(SOURCE_ROWS, TARGET_ROWS, Layout.BY_DAY);
    Refresh refresh = new Refresh(route, folder);
    Recovery recovery = new Recovery(refresh);
    Random random = new Random(moment.name().hashCode());
    Map<String, Integer> endings = new TreeMap<>();
    for (int round = 1; round <= ROUNDS; round++) {
      try (Connection source = route.postgres().connect()) {
        EventsSource.change(source, round, 500);
      }
      Duration delay = Duration.ofNanos((long) (random.nextDouble() * LONGEST_DELAY.toNanos()));
      String ending = runAndKill(refresh, "round-" + round, moment, server, delay);
      if (!ending.equals("survived")) {
        ending += ", then " + recovery.untilDone("round-" + round);
      }
      endings.merge(ending, 1, Integer::sum);
      recovery.audit("killed around " + moment + ", round " + round);
    }
    System.out.println("servers killed around " + moment + ": " + endings);
    return endings;
  }

  private static String runAndKill(
      Refresh refresh, String invocation, Moment moment, Killable server, Duration delay)
      throws Exception {
    AtomicBoolean killed = new AtomicBoolean();
    CompletableFuture<Void> back = new CompletableFuture<>();
    String ending;
    try {
      refresh.run(
          invocation,
          store ->
              new WatchedStore(
                  store,
                  now -> {
                    if (now == moment && killed.compareAndSet(false, true)) {
                      new Thread(() -> killAndRestart(server, delay, back), "killer").start();
                    }
                  }),
          WindowListener.NOOP);
      ending = "survived";
    } catch (WindowException e) {
      ending = e.code().code();
    }
    assertTrue(killed.get(), "the moment never came");
    back.get(BACK_WITHIN.toSeconds(), TimeUnit.SECONDS);
    return ending;
  }

  private static void killAndRestart(
      Killable server, Duration delay, CompletableFuture<Void> back) {
    try {
      LockSupport.parkNanos(delay.toNanos());
      server.kill();
      server.restart();
      back.complete(null);
    } catch (RuntimeException | Error e) {
      back.completeExceptionally(e);
    }
  }
}
