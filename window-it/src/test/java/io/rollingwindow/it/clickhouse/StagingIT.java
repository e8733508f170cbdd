package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.it.Latches;
import io.rollingwindow.it.clickhouse.FaultProxy.Fault;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.row.RowValueException;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A chunk is staged exactly, or its attempt leaves nothing. */
@WithServers
class StagingIT {

  private static final Duration WEEK = Duration.ofDays(7);

  private static Row row(int id) {
    return new Row(id, Events.START.plusSeconds(id), "row " + id);
  }

  @Test
  void aReceiptSaysWhatTheServerHolds(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);

      ChunkReceipt receipt =
          events.stage(
              target,
              plan,
              0,
              Row.at(1, "2026-09-02T00:00:00Z", null),
              Row.at(1, "2026-09-02T00:00:00Z", null),
              Row.at(2, "2026-09-08T23:59:59.999999Z", ""));

      RowTotals totals = receipt.totals();
      assertEquals(3, totals.rows());
      assertEquals(List.of(0L, 0L, 2L), totals.nullCounts());
      assertEquals(
          Map.of(LocalDate.of(2026, 9, 2), 2L, LocalDate.of(2026, 9, 8), 1L),
          totals.rowsByUtcDay());
      assertEquals(events.uuid(Events.staging(receipt)), receipt.staging().orElseThrow().uuid());
      assertTrue(receipt.stageNanos() > 0);
      assertTrue(target.confirm(plan, receipt));
    }
  }

  @Test
  void anEmptyChunkCostsTheServerNothing(ClickHouseServer server) {
    List<String> requests = Collections.synchronizedList(new ArrayList<>());
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(Duration.ofDays(1));
      events.stage(target, plan, 0, row(1));
      faulty.proxy().observe(requests::add);

      ChunkReceipt receipt = events.stage(target, plan, 1);

      assertEquals(0, receipt.totals().rows());
      assertEquals(Optional.empty(), receipt.staging());
      assertTrue(target.confirm(plan, receipt));
      assertEquals(List.of(), requests);
    }
  }

  @Test
  void rowsThatWereCountedAndNeverLoadedAreNoticed(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      RowTotals totals = events.stage(target, plan, 0, row(1)).totals();

      try (StagingAttempt attempt =
          target.stage(plan, new AttemptId(plan.runId(), 0, 2), events.lease)) {
        RefusedException refused =
            assertThrows(
                RefusedException.class, () -> attempt.verify(totals, Events.again(row(1))));
        assertEquals(ErrorCode.STAGING_MISMATCH, refused.code());
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"CUT_BEFORE", "DROP_REPLY", "ANSWER_503"})
  void aStagingTableThatMayNotHaveBeenMadeIsTriedOnceAndAllStreamsAreTold(
      Fault fault, ClickHouseServer server) throws Exception {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      proxy.disturb(fault, "CREATE TABLE", 1);
      AtomicInteger ended = new AtomicInteger();

      ExecutorService loaders = Executors.newFixedThreadPool(2);
      try (StagingAttempt attempt = target.stage(plan, id, events.lease)) {
        Callable<RowTotals> load = () -> Events.load(attempt, row(1));
        for (Future<RowTotals> loaded : loaders.invokeAll(List.of(load, load))) {
          ExecutionException failure = assertThrows(ExecutionException.class, loaded::get);
          assertInstanceOf(TransientChunkException.class, failure.getCause());
          assertTrue(
              failure.getCause().getMessage().contains("Making the staging table of chunk 0"));
        }
        proxy.observe(
            request -> ended.addAndGet(request.contains("FROM system.processes") ? 1 : 0));
      } finally {
        loaders.shutdownNow();
      }
      assertEquals(1, proxy.disturbed());
      assertEquals(1, ended.get(), "the request that may still run is looked for");
      // The driver's HTTP layer repeats a request by itself after a 503.
      assertEquals(
          Map.of(Fault.CUT_BEFORE, 0, Fault.DROP_REPLY, 1, Fault.ANSWER_503, 2).get(fault),
          proxy.delivered());
      target.discard(plan, id, events.lease);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void aLeaseThatIsLostBeforeTheFirstRowsMakesNoTable(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      Held lease = new Held(Events.TARGET_ID, 3);
      try (StagingAttempt attempt = target.stage(plan, new AttemptId(plan.runId(), 0, 1), lease)) {
        lease.lose();

        assertThrows(LeaseException.class, () -> Events.load(attempt, row(1)));
      }
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void aStagedChunkIsDigestedByAllThreadsAndNoOtherStatementIsGivenMore(ClickHouseServer server) {
    List<String> requests = Collections.synchronizedList(new ArrayList<>());
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      faulty.proxy().observe(requests::add);

      events.stage(target, plan, 0, row(1));

      List<String> more =
          requests.stream()
              .filter(text -> text.contains("merge_tree_min_rows_for_concurrent_read=32768"))
              .toList();
      assertEquals(1, more.size());
      assertTrue(more.get(0).contains("sipHash128Keyed"));
      assertTrue(more.get(0).contains("use_statistics=0"));
    }
  }

  @Test
  void manyStreamsLoadOneChunkSideBySide(ClickHouseServer server) throws Exception {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      ExecutorService workers = Executors.newFixedThreadPool(4);
      try (StagingAttempt attempt =
          target.stage(plan, new AttemptId(plan.runId(), 0, 1), events.lease)) {
        List<Future<RowTotals>> slices = new ArrayList<>();
        for (int slice = 0; slice < 4; slice++) {
          int first = slice * 1000;
          slices.add(
              workers.submit(
                  () ->
                      Events.load(
                          attempt,
                          IntStream.range(first, first + 1000)
                              .mapToObj(StagingIT::row)
                              .toArray(Row[]::new))));
        }
        RowTotals sum = RowTotals.empty(3);
        for (Future<RowTotals> slice : slices) {
          sum = sum.plus(slice.get());
        }
        assertEquals(4000, attempt.verify(sum, Events.again()).totals().rows());
      } finally {
        workers.shutdownNow();
      }
    }
  }

  @Test
  void partitionsFinerThanTheChunkAreFine(ClickHouseServer server) {
    try (Events events =
        Events.create(
            server,
            "PARTITION BY toStartOfHour(observed_at) ORDER BY id SETTINGS allow_nullable_key = 1")) {
      Row[] hourly =
          IntStream.range(0, 7 * 24 + 1)
              .mapToObj(hour -> new Row(hour, Events.START.plus(Duration.ofHours(hour % 168)), "x"))
              .toArray(Row[]::new);
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);

      events.publish(target, plan, List.of(events.stage(target, plan, 0, hourly)));

      assertEquals(Events.shown(hourly), events.rows());
    }
  }

  @Test
  void thePauseOfASourceCompletesTheRequestAndCostsNothing(ClickHouseServer server)
      throws Exception {
    java.util.concurrent.Semaphore answered = new java.util.concurrent.Semaphore(0);
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      proxy.observe(
          request -> {
            if (request.contains("INSERT")) {
              answered.release();
            }
          });
      ClickHouseWindowTarget target =
          events.builder().maxEncodedBytes(64).stallTimeout(Duration.ofMillis(200)).build();
      WindowPlan plan = events.plan(WEEK);
      try (StagingAttempt attempt =
              target.stage(plan, new AttemptId(plan.runId(), 0, 1), events.lease);
          StagingStream stream = attempt.openStream()) {
        for (int id = 0; id < 4; id++) {
          row(id).writeTo(stream.rows());
        }
        // The proxy passes a request on when its body is complete, which the pause makes it.
        assertTrue(answered.tryAcquire(30, TimeUnit.SECONDS));
        for (int id = 4; id < 8; id++) {
          row(id).writeTo(stream.rows());
        }
        assertEquals(8, attempt.verify(stream.finish(), Events.again()).totals().rows());
        assertTrue(answered.tryAcquire(30, TimeUnit.SECONDS));
      }
    }
  }

  @Test
  void identicalInsertsAreNotSwallowedByADeduplicationWindow(ClickHouseServer server) {
    try (Events events =
        Events.create(server, "ORDER BY id SETTINGS non_replicated_deduplication_window = 1000")) {
      ClickHouseWindowTarget target = events.builder().build();
      for (int refresh = 0; refresh < 2; refresh++) {
        WindowPlan plan = events.plan(WEEK);
        events.publish(
            target, plan, List.of(events.stage(target, plan, 0, row(1), row(1), row(2))));
        assertEquals(Events.shown(row(1), row(1), row(2)), events.rows());
      }
    }
  }

  @Test
  void aTableNameIsNeverUsedTwice(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      ChunkReceipt first = events.stage(target, plan, id, row(1));

      TransientChunkException failure =
          assertThrows(
              TransientChunkException.class, () -> events.stage(target, plan, id, row(2), row(3)));
      assertTrue(failure.getMessage().contains("Making the staging table of chunk 0"));
      assertTrue(target.confirm(plan, first), "it is as it was");

      target.discard(plan, id, events.lease);
      target.discard(plan, id, events.lease);
      assertEquals(List.of(Events.TABLE), events.tables());
      ChunkReceipt receipt = events.stage(target, plan, new AttemptId(plan.runId(), 0, 2), row(1));
      assertEquals(1, receipt.totals().rows());
    }
  }

  @Test
  void rowsThatDoNotBelongAreRefusedAndNothingIsStaged(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.insert(row(9));
      ClickHouseWindowTarget target = events.builder().maxEncodedBytes(100).build();
      WindowPlan plan = events.plan(WEEK);
      Row[] wrong = {
        new Row(1, Events.END, "at the end"),
        new Row(1, Events.START.minusNanos(1000), "before"),
        new Row(1, null, "no window"),
        new Row(1, Events.START, "x".repeat(200))
      };
      for (int i = 0; i < wrong.length; i++) {
        AttemptId id = new AttemptId(plan.runId(), 0, i + 1);
        Row row = wrong[i];
        try (StagingAttempt attempt = target.stage(plan, id, events.lease)) {
          assertThrows(RowValueException.class, () -> Events.load(attempt, row));
        }
        target.discard(plan, id, events.lease);
      }
      assertEquals(List.of(Events.TABLE), events.tables());
      assertEquals(Events.shown(row(9)), events.rows());
    }
  }

  @Test
  void aLostReplyToAnInsertIsTransientAndTheAttemptIsGoneAfterDiscard(ClickHouseServer server) {
    assertTransient(server, Fault.DROP_REPLY);
  }

  @Test
  void anInsertThatIsCutOffIsTransientAndTheAttemptIsGoneAfterDiscard(ClickHouseServer server) {
    assertTransient(server, Fault.CUT_DURING);
  }

  @Test
  void aStatusOf503AfterAnInsertIsTransientAndIsNotRepeated(ClickHouseServer server) {
    assertTransient(server, Fault.ANSWER_503);
  }

  private static void assertTransient(ClickHouseServer server, Fault fault) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      proxy.disturb(fault, "INSERT", 1);
      Row[] rows = IntStream.range(0, 5000).mapToObj(StagingIT::row).toArray(Row[]::new);

      assertThrows(TransientChunkException.class, () -> events.stage(target, plan, id, rows));

      assertEquals(1, proxy.disturbed());
      target.discard(plan, id, events.lease);
      assertEquals(List.of(Events.TABLE), events.tables());
      ChunkReceipt again = events.stage(target, plan, new AttemptId(plan.runId(), 0, 2), rows);
      assertEquals(5000, again.totals().rows());
    }
  }

  @Test
  void aDelayedInsertFindsNoTableAfterDiscard(ClickHouseServer server) throws Exception {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      proxy.disturb(Fault.HOLD, "INSERT", 1);

      assertThrows(TransientChunkException.class, () -> events.stage(target, plan, id, row(1)));
      target.discard(plan, id, events.lease);
      ChunkReceipt again = events.stage(target, plan, new AttemptId(plan.runId(), 0, 2), row(1));
      proxy.releaseHeld();

      assertTrue(target.confirm(plan, again));
      assertEquals(List.of(Events.TABLE, Events.staging(again)), events.tables());
    }
  }

  @Test
  void aServerThatDiesDuringAChunkIsTransient() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
        Events events = Events.create(server, Events.PLAIN)) {
      events.insert(row(9));
      ClickHouseWindowTarget target = events.builder().maxEncodedBytes(1000).build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      try (StagingAttempt attempt = target.stage(plan, id, events.lease)) {
        assertThrows(
            TransientChunkException.class,
            () -> {
              try (StagingStream stream = attempt.openStream()) {
                for (int i = 0; i < 10_000; i++) {
                  row(i).writeTo(stream.rows());
                  if (i == 5_000) {
                    server.kill();
                  }
                }
                stream.finish();
              }
            });
      }
      server.restart();

      target.discard(plan, id, events.lease);
      assertEquals(Events.shown(row(9)), events.rows());
      assertEquals(
          1, events.stage(target, plan, new AttemptId(plan.runId(), 0, 2), row(1)).totals().rows());
    }
  }

  @Test
  void aFullDiskIsNamedAndTheOldWindowIsStillServed(ClickHouseServer server) {
    try (Events events =
        Events.create(server, "ORDER BY id SETTINGS min_free_disk_bytes_to_perform_insert = 0")) {
      events.insert(row(9));
      events.database.execute(
          "ALTER TABLE events MODIFY SETTING min_free_disk_bytes_to_perform_insert ="
              + " 1000000000000000000");
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);

      RefusedException refused =
          assertThrows(RefusedException.class, () -> events.stage(target, plan, 0, row(1)));

      assertEquals(ErrorCode.TARGET_SPACE_EXHAUSTED, refused.code());
      assertEquals(Events.shown(row(9)), events.rows());
      events.database.execute(
          "ALTER TABLE events MODIFY SETTING min_free_disk_bytes_to_perform_insert = 0");
      assertEquals(
          1, events.stage(target, plan, new AttemptId(plan.runId(), 0, 2), row(1)).totals().rows());
    }
  }

  @Test
  void aRowThatTheServerRefusesIsNotQuoted(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      events.database.execute("ALTER TABLE events ADD CONSTRAINT small CHECK id < 100");
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);

      RefusedException refused =
          assertThrows(
              RefusedException.class,
              () -> events.stage(target, plan, 0, new Row(500, Events.START, "secret")));

      StringWriter trace = new StringWriter();
      refused.printStackTrace(new PrintWriter(trace));
      assertTrue(trace.toString().contains("VIOLATED_CONSTRAINT"), trace::toString);
      assertFalse(trace.toString().contains("secret"), trace::toString);
      assertFalse(trace.toString().contains("window-it"), "no password either");
    }
  }

  @Test
  void closingAnUnfinishedStreamBreaksItsRequestOff(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().maxEncodedBytes(64).build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      try (StagingAttempt attempt = target.stage(plan, id, events.lease)) {
        StagingStream stream = attempt.openStream();
        for (int i = 0; i < 10; i++) {
          row(i).writeTo(stream.rows());
        }
      }

      events.database.awaitString(
          "0",
          "SELECT toString(count()) FROM system.processes WHERE Settings['log_comment'] = '"
              + id
              + "'");
      target.discard(plan, id, events.lease);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void closingEndsRequestsOverTheConnectionThatIsThere(ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      OneConnection one = new OneConnection(faulty.proxy().endpoint());
      ClickHouseWindowTarget target = events.builder().control(one).build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      faulty.proxy().disturb(Fault.DROP_REPLY, "INSERT", 1);

      assertThrows(TransientChunkException.class, () -> events.stage(target, plan, id, row(1)));

      assertEquals(0, one.refused());
      target.discard(plan, id, events.lease);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void anAttemptThatIsClosedWhileItsTableIsMadeSendsNoRows(ClickHouseServer server)
      throws Exception {
    CountDownLatch making = new CountDownLatch(1);
    CountDownLatch closing = new CountDownLatch(1);
    List<String> inserts = Collections.synchronizedList(new ArrayList<>());
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      ClickHouseWindowTarget target =
          events.builder().maxEncodedBytes(64).joinTimeout(Duration.ofMillis(100)).build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      faulty
          .proxy()
          .observe(
              request -> {
                if (request.contains("CREATE TABLE")) {
                  making.countDown();
                  Latches.await(closing);
                } else if (request.contains("INSERT")) {
                  inserts.add(request);
                }
              });
      ExecutorService closer = Executors.newSingleThreadExecutor();
      StagingAttempt attempt = target.stage(plan, id, events.lease);
      try {
        StagingStream stream = attempt.openStream();
        for (int i = 0; i < 4; i++) {
          row(i).writeTo(stream.rows());
        }
        assertTrue(Latches.await(making));
        Future<?> closed = closer.submit(attempt::close);
        assertThrows(TimeoutException.class, () -> closed.get(1, TimeUnit.SECONDS));
        closing.countDown();
        closed.get(30, TimeUnit.SECONDS);
        target.discard(plan, id, events.lease);
        awaitEndOfThreads(id);
      } finally {
        closing.countDown();
        closer.shutdownNow();
      }
      assertEquals(List.of(), inserts);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  private static void awaitEndOfThreads(AttemptId id) throws InterruptedException {
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().contains(id.toString())) {
        thread.join(30_000);
      }
    }
  }

  @Test
  void aStaleLeaseStagesAndDiscardsNothing(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      AttemptId id = new AttemptId(plan.runId(), 0, 1);
      Held successor = new Held(Events.TARGET_ID, 2);
      ChunkReceipt receipt;
      try (StagingAttempt attempt = target.stage(plan, id, successor)) {
        receipt = attempt.verify(Events.load(attempt, row(1)), Events.again());
      }

      RefusedException refused =
          assertThrows(
              RefusedException.class,
              () -> target.stage(plan, new AttemptId(plan.runId(), 0, 2), events.lease));
      assertEquals(ErrorCode.WRITER_GUARD_REFUSED, refused.code());
      assertThrows(RefusedException.class, () -> target.discard(plan, id, events.lease));
      successor.lose();
      assertThrows(LeaseException.class, () -> target.discard(plan, id, successor));
      assertTrue(target.confirm(plan, receipt));
    }
  }

  @Test
  void aReceiptIsNotConfirmedOnceItsTableIsAnother(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      ChunkReceipt receipt = events.stage(target, plan, 0, row(1));

      assertTrue(events.builder().build().confirm(plan, receipt), "in another process too");
      events.database.execute(
          "INSERT INTO " + Events.staging(receipt) + " SELECT * FROM " + Events.staging(receipt));
      assertFalse(target.confirm(plan, receipt));
      events.database.execute("DROP TABLE " + Events.staging(receipt) + " SYNC");
      assertFalse(target.confirm(plan, receipt));
      events.database.execute("CREATE TABLE " + Events.staging(receipt) + " AS events");
      assertFalse(target.confirm(plan, receipt));
    }
  }

  @Test
  void theStagingOfARunGoesWhenAsked(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(Duration.ofDays(1));
      WindowPlan other = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, row(1));
      ChunkReceipt kept = events.stage(target, other, 0, row(2));

      target.dropStaging(plan, receipts, events.lease);

      assertEquals(List.of(Events.TABLE, Events.staging(kept)), events.tables());
    }
  }

  @Test
  void rowsBefore1970AreCountedUnderTheirDay(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      WindowPlan plan = events.planBetween("1969-12-31T00:00:00Z", "1970-01-02T00:00:00Z");
      ChunkReceipt receipt =
          events.stage(
              events.builder().build(),
              plan,
              0,
              Row.at(1, "1969-12-31T23:59:59.5Z", "a"),
              new Row(2, Instant.EPOCH, "b"));

      assertEquals(
          Map.of(LocalDate.of(1969, 12, 31), 1L, LocalDate.of(1970, 1, 1), 1L),
          receipt.totals().rowsByUtcDay());
    }
  }
}
