package io.rollingwindow.simulation;

import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.type.WindowSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;

/** Everything that is there besides the processes, and what it is made of. */
final class World {

  static final String TARGET_ID = "target";
  static final String WINDOW_COLUMN = "at";
  static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column(WINDOW_COLUMN, "Nullable(DateTime64(6, 'UTC'))")
          .build();

  static final long LEASE_NANOS = 1_000_000_000L;

  private static final long CALL_NANOS = 10_000_000L;
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");
  private static final Duration CHUNK = Duration.ofHours(1);
  private static final long CHUNK_MICROS = CHUNK.toNanos() / 1000;
  private static final long START_MICROS = START.getEpochSecond() * 1_000_000L;

  private static final int OUTSIDE_WRITES = 6;
  private static final long OUTSIDE_PAUSE_NANOS = 170_000_000L;

  private final Settings settings;
  private final Random random;
  private final boolean steady;
  private final Kernel kernel;
  private final Ledger ledger = new Ledger();
  private final Faults faults;
  private final Requests requests;
  private final Warehouse warehouse;
  private final Vault vault;
  private final Callbacks callbacks = new Callbacks(ledger);
  private final Flaw flaw;
  private final List<Call> calls = new ArrayList<>();
  private int snapshots;
  private int processes;

  World(Schedule schedule, Flaw flaw, Executor carriers) {
    this.settings = schedule.settings();
    this.flaw = flaw;
    this.random = new Random(schedule.seed());
    this.steady = schedule.isListed();
    this.kernel = new Kernel(carriers, chooser());
    this.faults = new Faults(schedule.plan(random));
    this.requests = new Requests(kernel, settings.joinLands());
    this.warehouse = new Warehouse(ledger, firstRows());
    this.vault =
        flaw == Flaw.WRITE_WITHOUT_LEASE
            ? new Vault(kernel, ledger) {
              @Override
              void requireCurrent(Lease lease) {}
            }
            : new Vault(kernel, ledger);
    for (int i = 1; i <= OUTSIDE_WRITES; i++) {
      Row row = new Row(9_000 + i, endMicros() + i);
      kernel.at(i * OUTSIDE_PAUSE_NANOS, () -> warehouse.writeOutside(row));
    }
  }

  private Chooser chooser() {
    return steady
        ? Chooser.steady(CALL_NANOS)
        : Chooser.random(random, random.nextDouble() * 0.5, 3 * CALL_NANOS);
  }

  /** The rows of the target before anything happens. */
  List<Row> firstRows() {
    return List.of(
        new Row(1, Row.NULL),
        new Row(2, START_MICROS - 1),
        new Row(2, START_MICROS - 1),
        new Row(3, START_MICROS),
        new Row(4, endMicros() - 1),
        new Row(5, endMicros()));
  }

  static long startMicros() {
    return START_MICROS;
  }

  long endMicros() {
    return START_MICROS + settings.chunks() * CHUNK_MICROS;
  }

  RollingWindowConfig config() {
    Duration length = CHUNK.multipliedBy(settings.chunks());
    return RollingWindowConfig.builder()
        .windowColumn(WINDOW_COLUMN)
        .intervalEnd(START.plus(length))
        .lookback(length)
        .chunkInterval(CHUNK)
        .parallelism(settings.workers())
        .build();
  }

  Settings settings() {
    return settings;
  }

  Kernel kernel() {
    return kernel;
  }

  Ledger ledger() {
    return ledger;
  }

  Faults faults() {
    return faults;
  }

  Requests requests() {
    return requests;
  }

  Warehouse warehouse() {
    return warehouse;
  }

  Vault vault() {
    return vault;
  }

  Callbacks callbacks() {
    return callbacks;
  }

  Flaw flaw() {
    return flaw;
  }

  Random random() {
    return random;
  }

  long pauseNanos() {
    return steady ? LEASE_NANOS * 11 / 4 : LEASE_NANOS + random.nextLong(4 * LEASE_NANOS);
  }

  long delayNanos() {
    return steady ? 9 * CALL_NANOS / 2 : random.nextLong(30 * CALL_NANOS);
  }

  long longDelayNanos() {
    return steady ? LEASE_NANOS * 13 / 4 : LEASE_NANOS + random.nextLong(5 * LEASE_NANOS);
  }

  /** Opens a snapshot: what the source holds at this moment, and never again. */
  int openSnapshot() {
    snapshots++;
    List<Row> rows = new ArrayList<>();
    for (int chunk = 0; chunk < settings.chunks(); chunk++) {
      rows.addAll(snapshotRows(snapshots, chunk));
    }
    ledger.add(new Event.SnapshotOpened("s" + snapshots, List.copyOf(rows)));
    return snapshots;
  }

  /** The rows of one chunk in one snapshot: some twice, some its own, sometimes none. */
  List<Row> snapshotRows(int snapshot, int chunk) {
    long begin = START_MICROS + chunk * CHUNK_MICROS;
    if (chunk % 2 == 0) {
      Row twice = new Row(1_000L * chunk + 100, begin);
      return List.of(twice, twice, new Row(1_000L * chunk + snapshot, begin + CHUNK_MICROS - 1));
    }
    return snapshot % 2 == 0 ? List.of() : List.of(new Row(1_000L * chunk + snapshot, begin + 7));
  }

  HostProcess newProcess() {
    return new HostProcess("p" + ++processes);
  }

  Call call(HostProcess process, String invocation) {
    return call(process, invocation, Call.run(this, invocation));
  }

  Call call(HostProcess process, String invocation, Call.Work work) {
    Call call = new Call(this, process, invocation, work);
    calls.add(call);
    call.begin();
    return call;
  }

  List<Call> calls() {
    return calls;
  }

  void kill(HostProcess process) {
    kernel.kill(process);
    process.open().clear();
  }

  void cancel(HostProcess process) {
    callOf(process).cancel();
  }

  void interrupt(HostProcess process) {
    kernel.interrupt(callOf(process).strand());
  }

  private Call callOf(HostProcess process) {
    return calls.stream().filter(call -> call.isOf(process)).reduce((a, b) -> b).orElseThrow();
  }
}
