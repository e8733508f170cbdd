package io.rollingwindow.it.crash;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.WindowListener;
import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.events.EventsRoute;
import io.rollingwindow.it.events.EventsSource;
import io.rollingwindow.it.events.EventsTarget.Layout;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedPostgresServer;
import io.rollingwindow.it.servers.Killable;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.WindowStore;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.UnaryOperator;
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
  private static final Duration LONGEST_BUILD = Duration.ofMillis(80);
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
    kill(clickHouse, "around " + moment, LONGEST_DELAY, at(moment));
  }

  @Test
  void nothingIsLostWhenClickHouseIsKilledWhileTheGenerationIsBuilt() throws Exception {
    Map<String, Integer> endings =
        kill(clickHouse, "while building", LONGEST_BUILD, ServerCrashIT::whenAllChunksAreVerified);
    assertTrue(
        endings.keySet().stream().anyMatch(ending -> !ending.equals("survived")),
        () -> "no building was interrupted: " + endings);
  }

  @Test
  void nothingIsLostWhenPostgresIsKilledInTheMiddleOfARead() throws Exception {
    Map<String, Integer> endings =
        kill(postgres, "in a read", LONGEST_DELAY, at(Moment.AFTER_CHUNK_BEGUN));
    assertTrue(
        endings.keySet().stream().anyMatch(ending -> ending.contains("new invocation")),
        () -> "no snapshot was lost: " + endings);
  }

  /** What is watched so that the server is killed at some moment of a run. */
  private record Watch(UnaryOperator<WindowStore> store, WindowListener listener) {}

  private static Function<Runnable, Watch> at(Moment moment) {
    return kill ->
        new Watch(
            store ->
                new WatchedStore(
                    store,
                    now -> {
                      if (now == moment) {
                        kill.run();
                      }
                    }),
            WindowListener.NOOP);
  }

  private static Watch whenAllChunksAreVerified(Runnable kill) {
    return new Watch(
        UnaryOperator.identity(),
        new WindowListener() {
          private final AtomicInteger open = new AtomicInteger();

          @Override
          public void started(WindowPlan plan, String invocationId) {
            open.set(plan.grid().count());
          }

          @Override
          public void chunkVerified(ChunkReceipt receipt) {
            if (open.decrementAndGet() == 0) {
              kill.run();
            }
          }
        });
  }

  private Map<String, Integer> kill(
      Killable server, String when, Duration longestDelay, Function<Runnable, Watch> watch)
      throws Exception {
    EventsRoute route = new EventsRoute(postgres.freshDatabase(), clickHouse.freshDatabase());
    route.create(SOURCE_ROWS, TARGET_ROWS, Layout.BY_DAY);
    Refresh refresh = new Refresh(route, folder);
    Recovery recovery = new Recovery(refresh);
    Random random = new Random(when.hashCode());
    Map<String, Integer> endings = new TreeMap<>();
    for (int round = 1; round <= ROUNDS; round++) {
      try (Connection source = route.postgres().connect()) {
        EventsSource.change(source, round, 500);
      }
      Duration delay = Duration.ofNanos((long) (random.nextDouble() * longestDelay.toNanos()));
      String ending = runAndKill(refresh, "round-" + round, watch, server, delay);
      if (!ending.equals("survived")) {
        ending += ", then " + recovery.untilDone("round-" + round).how();
      }
      endings.merge(ending, 1, Integer::sum);
      Audit.of(refresh, "killed " + when + ", round " + round);
    }
    RecordedFigures.record("server killed " + when, ROUNDS + " kills, 0 violations; " + endings);
    return endings;
  }

  private static String runAndKill(
      Refresh refresh,
      String invocation,
      Function<Runnable, Watch> watch,
      Killable server,
      Duration delay)
      throws Exception {
    AtomicBoolean killed = new AtomicBoolean();
    CompletableFuture<Void> back = new CompletableFuture<>();
    Watch watched =
        watch.apply(
            () -> {
              if (killed.compareAndSet(false, true)) {
                new Thread(() -> killAndRestart(server, delay, back), "killer").start();
              }
            });
    String ending;
    try {
      refresh.run(invocation, watched.store(), watched.listener());
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
