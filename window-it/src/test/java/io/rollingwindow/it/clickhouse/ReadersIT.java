package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowPlan;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Readers see the whole old or the whole new window at every moment. */
@WithServers
class ReadersIT {

  private static final int READERS = 3;
  private static final int PUBLICATIONS = 12;
  private static final int ROWS = 50;

  @Test
  void everyReadIsOfOneGeneration(ClickHouseServer server) throws Exception {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      events.insert(Row.at(1, "2026-08-15T00:00:00Z", "outside"));
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      publish(events, target, 0);
      AtomicBoolean done = new AtomicBoolean();
      AtomicInteger reads = new AtomicInteger();
      ExecutorService readers = Executors.newFixedThreadPool(READERS);
      try {
        List<Future<Integer>> seen = new ArrayList<>();
        for (int reader = 0; reader < READERS; reader++) {
          seen.add(readers.submit(() -> read(events, done, reads)));
        }
        for (int generation = 1; generation <= PUBLICATIONS; generation++) {
          publish(events, target, generation);
        }
        done.set(true);
        int changes = 0;
        for (Future<Integer> reader : seen) {
          changes += reader.get();
        }
        assertTrue(changes > 0, "the readers saw publications happen");
        assertTrue(reads.get() > PUBLICATIONS);
        RecordedFigures.record(
            "readers during publications",
            reads + " reads over " + PUBLICATIONS + " publications, 0 violations");
      } finally {
        readers.shutdownNow();
      }
    }
  }

  /** Reads until done; every answer must be a complete generation, and none older than the last. */
  private static int read(Events events, AtomicBoolean done, AtomicInteger reads) throws Exception {
    int last = 0;
    int changes = 0;
    try (Connection connection = events.database.endpoint().connect();
        Statement statement = connection.createStatement()) {
      while (!done.get()) {
        try (ResultSet result =
            statement.executeQuery(
                "SELECT count(), uniqExact(note), countIf(note = 'outside'),"
                    + " max(toInt32OrZero(note)) FROM events")) {
          assertTrue(result.next());
          int generation = result.getInt(4);
          assertEquals(ROWS + 1 + generation, result.getInt(1));
          assertEquals(2, result.getInt(2));
          assertEquals(1, result.getInt(3));
          assertTrue(generation >= last);
          changes += generation > last ? 1 : 0;
          last = generation;
          reads.incrementAndGet();
        }
      }
    }
    return changes;
  }

  private static void publish(Events events, ClickHouseWindowTarget target, int generation) {
    WindowPlan plan = events.plan(Duration.ofDays(7));
    Row[] rows =
        IntStream.range(0, ROWS + generation)
            .mapToObj(
                id ->
                    new Row(
                        id, Events.START.plus(Duration.ofHours(id)), String.valueOf(generation)))
            .toArray(Row[]::new);
    events.publish(target, plan, events.stageAll(target, plan, rows));
  }
}
