package io.rollingwindow.testkit;

import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * A source, a target, a store and callbacks in memory, and the runtime over them. Two days of one
 * chunk each are refreshed, ending 2026-09-09.
 */
public final class TestWorld {

  /** The target's stable name. */
  public static final String TARGET_ID = "memory/events";

  /** Where the window ends. */
  public static final Instant END = Instant.parse("2026-09-09T00:00:00Z");

  /** Where the window starts. */
  public static final Instant START = Instant.parse("2026-09-07T00:00:00Z");

  /** What every port call goes through. */
  public final Faults faults = new Faults();

  /** The clock of store and runtime. */
  public final TestClock clock = new TestClock();

  /** The source. */
  public final InMemoryWindowSource source = new InMemoryWindowSource(faults);

  /** The tables of the target. */
  public final InMemoryTables tables;

  /** The target. */
  public final InMemoryWindowTarget target;

  /** The store. */
  public final WindowStore store;

  /** The metrics of every recorded evidence, in order. */
  public final List<EvidenceMetrics> evidence = Collections.synchronizedList(new ArrayList<>());

  /** The receipts of every recorded evidence, in order. */
  public final List<List<ChunkReceipt>> receipts = Collections.synchronizedList(new ArrayList<>());

  /** The plans that the state was advanced for, in order. */
  public final List<WindowPlan> states = Collections.synchronizedList(new ArrayList<>());

  /** A world whose store is in memory. */
  public TestWorld() {
    this(null);
  }

  /**
   * A world over a given store.
   *
   * @param store the store; null for one in memory
   */
  public TestWorld(WindowStore store) {
    this.store = store == null ? new InMemoryWindowStore(clock, faults) : store;
    tables =
        new InMemoryTables(
            new TestRow(1, null), at(2, START, -1), at(3, START, 0), at(4, END, -1), at(5, END, 0));
    target = new InMemoryWindowTarget(TARGET_ID, tables, faults);
    source.add(
        new TestRow(100, null),
        at(101, START, -1),
        at(102, START, 0),
        at(102, START, 0),
        at(103, END, -1),
        at(103, END, -1),
        at(104, END, 0));
  }

  /**
   * A row.
   *
   * @param id its id
   * @param instant its time
   * @param plusMicros moved by so many microseconds
   * @return the row
   */
  public static TestRow at(long id, Instant instant, long plusMicros) {
    return TestRow.at(id, instant.getEpochSecond() * 1_000_000 + plusMicros);
  }

  /**
   * What the target must hold once the window is published: its outside rows and the source's
   * inside rows.
   *
   * @return the rows in no particular order
   */
  public static List<TestRow> published() {
    return Stream.concat(
            Stream.of(new TestRow(1, null), at(2, START, -1), at(5, END, 0)),
            Stream.of(at(102, START, 0), at(102, START, 0), at(103, END, -1), at(103, END, -1)))
        .toList();
  }

  /**
   * What the target holds before any run.
   *
   * @return the rows in order
   */
  public static List<TestRow> untouched() {
    return List.of(
        new TestRow(1, null), at(2, START, -1), at(3, START, 0), at(4, END, -1), at(5, END, 0));
  }

  /**
   * What the target holds now.
   *
   * @return its rows
   */
  public List<TestRow> targetRows() {
    return tables.rows(InMemoryTables.TARGET);
  }

  /**
   * The runtime over this world, with callbacks that record, no pause before retries, and leases of
   * a minute.
   *
   * @return a builder that a test may change
   */
  public RollingWindowRuntime.Builder runtime() {
    return RollingWindowRuntime.builder()
        .routeId("memory-to-memory-v1")
        .source(source)
        .target(target)
        .store(store)
        .clock(clock)
        .retryPause(Duration.ZERO)
        .stopTimeout(Duration.ofSeconds(10))
        .evidence(
            (plan, generation, staged, lease, metrics) ->
                faults.run(
                    Port.EVIDENCE,
                    () -> {
                      evidence.add(metrics);
                      receipts.add(staged);
                    }))
        .state((plan, lease) -> faults.run(Port.STATE, () -> states.add(plan)));
  }

  /**
   * Two chunks of a day each.
   *
   * @param parallelism how many workers
   * @return the configuration
   */
  public static RollingWindowConfig config(int parallelism) {
    return RollingWindowConfig.builder()
        .windowColumn(TestRow.WINDOW_COLUMN)
        .intervalEnd(END)
        .lookback(Duration.between(START, END))
        .chunkInterval(Duration.ofDays(1))
        .parallelism(parallelism)
        .build();
  }

  /**
   * Runs an invocation with one worker.
   *
   * @param invocationId the id
   * @return what it returned
   */
  public ProcessResult run(String invocationId) {
    return runtime().build().run(config(1), invocationId);
  }
}
