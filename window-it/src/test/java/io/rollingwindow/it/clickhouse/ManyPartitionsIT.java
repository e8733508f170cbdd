package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.it.Latches;
import io.rollingwindow.it.clickhouse.FaultProxy.Fault;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationStanding;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A target with a partition for each day of most of a year, attached in several statements. */
@WithServers
class ManyPartitionsIT {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final String DAILY =
      "PARTITION BY toYYYYMMDD(observed_at) ORDER BY id SETTINGS allow_nullable_key = 1";
  private static final String ATTACHING = "_g_";
  private static final Row NEW = Row.at(1000, "2026-09-04T00:00:00Z", "new");

  /** 300 days, seven of them in the window. */
  private static FaultyEvents filled(ClickHouseServer server) {
    FaultyEvents faulty = FaultyEvents.create(server, DAILY);
    faulty
        .events()
        .database
        .execute(
            "INSERT INTO events SELECT number, toDateTime64('2026-01-01 12:00:00', 6, 'UTC')"
                + " + toIntervalDay(number), 'daily' FROM numbers(300)"
                + " SETTINGS max_partitions_per_insert_block = 0");
    return faulty;
  }

  private static boolean attaches(String request) {
    return request.contains("ATTACH PARTITION ID") && request.contains(ATTACHING);
  }

  @Test
  void twoConnectionsAttachThemSideBySide(ClickHouseServer server) {
    try (FaultyEvents faulty = filled(server)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      CountDownLatch two = new CountDownLatch(2);
      AtomicBoolean met = new AtomicBoolean(true);
      faulty.proxy().observe(request -> awaitTheOther(request, two, met));

      assertInstanceOf(PublicationStanding.Published.class, events.publish(target, plan, receipts));
      assertTrue(met.get());
      assertEquals(294, events.rows().size());
    }
  }

  private static void awaitTheOther(String request, CountDownLatch two, AtomicBoolean met) {
    if (!attaches(request)) {
      return;
    }
    two.countDown();
    if (!Latches.await(two)) {
      met.set(false);
    }
  }

  @Test
  void oneConnectionDoesItAllWhereTheApplicationHasNoOther(ClickHouseServer server) {
    try (FaultyEvents faulty = filled(server)) {
      Events events = faulty.events();
      OneConnection one = new OneConnection(faulty.proxy().endpoint());
      ClickHouseWindowTarget target = events.builder().control(one).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);

      assertInstanceOf(PublicationStanding.Published.class, events.publish(target, plan, receipts));
      assertEquals(1, one.refused());
      assertEquals(294, events.rows().size());
    }
  }

  @Test
  void afterOneOfTheStatementsFailedNoneIsBegunAndTheOtherIsAwaited(ClickHouseServer server)
      throws Exception {
    try (FaultyEvents faulty = filled(server)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      List<String> before = events.rows();
      String uuid = events.uuid(Events.TABLE);
      AtomicInteger sent = new AtomicInteger();
      CountDownLatch failed = new CountDownLatch(1);
      // The first is cut off, the second waits, a third would follow.
      faulty.proxy().observe(request -> holdTheSecond(request, sent, failed));
      faulty.proxy().disturb(Fault.CUT_BEFORE, "ATTACH PARTITION ID", 1);

      ExecutorService caller = Executors.newSingleThreadExecutor();
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        Future<PreparedGeneration> prepared = caller.submit(() -> hold.prepare(receipts));
        assertThrows(TimeoutException.class, () -> prepared.get(2, TimeUnit.SECONDS));
        failed.countDown();
        ExecutionException end =
            assertThrows(ExecutionException.class, () -> prepared.get(30, TimeUnit.SECONDS));

        assertInstanceOf(TransientChunkException.class, end.getCause());
        assertEquals(2, sent.get());
        assertEquals(before, events.rows());
        assertEquals(uuid, events.uuid(Events.TABLE));

        PreparedGeneration generation = hold.prepare(receipts);

        assertEquals(294, generation.totalRows());
        hold.prove(generation);
      } finally {
        caller.shutdownNow();
      }
    }
  }

  private static void holdTheSecond(String request, AtomicInteger sent, CountDownLatch failed) {
    if (attaches(request) && sent.incrementAndGet() == 2) {
      Latches.await(failed);
    }
  }

  @Test
  void aLeaseThatIsLostUnderwayEndsTheAttaching(ClickHouseServer server) {
    try (FaultyEvents faulty = filled(server)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      Held lease = new Held(Events.TARGET_ID, 2);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      AtomicInteger sent = new AtomicInteger();
      faulty
          .proxy()
          .observe(
              request -> {
                if (attaches(request)) {
                  sent.incrementAndGet();
                  lease.lose();
                }
              });

      try (PublicationHold hold = target.hold(plan, lease)) {
        assertThrows(LeaseException.class, () -> hold.prepare(receipts));
      }
      assertTrue(sent.get() <= 2, () -> sent + " statements");
    }
  }
}
