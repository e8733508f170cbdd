package io.rollingwindow.it.docs;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ConsoleProgress;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.PreflightReport;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.ProcessRunner;
import io.rollingwindow.RollingWindowConfig;
import io.rollingwindow.RollingWindowDetails;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.StateCallback;
import io.rollingwindow.WindowListener;
import io.rollingwindow.callbacks.HtmlEvidence;
import io.rollingwindow.callbacks.JdbcWatermarkState;
import io.rollingwindow.callbacks.JsonFileEvidence;
import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.clickhouse.ControlConnections;
import io.rollingwindow.clickhouse.FileWindowMetadataStore;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.postgres.PgConnectionFactory;
import io.rollingwindow.postgres.PostgresWindowSource;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.WindowSource;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowTarget;
import io.rollingwindow.sqlite.SqliteWindowStore;
import io.rollingwindow.type.WindowSchema;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import javax.sql.DataSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The steps of a composition. */
final class Compose {

  private Compose() {}

  static PostgresWindowSource source(DataSource sourceDatabase) {
    // [source]
    PgConnectionFactory postgres = sourceDatabase::getConnection;
    PostgresWindowSource source =
        PostgresWindowSource.builder()
            .connections(postgres)
            .schema("public")
            .table("events")
            .build();
    // [/source]
    return source;
  }

  static PostgresWindowSource.Builder sourceLimits(PostgresWindowSource.Builder source) {
    return source
        // [source-limits]
        .lockTimeout(Duration.ofSeconds(10))
        .silenceTimeout(Duration.ofMinutes(30))
        .maxSlices(16)
    // [/source-limits]
    ;
  }

  static WindowSchema schema() {
    // [schema]
    WindowSchema schema =
        WindowSchema.builder()
            .column("id", "Int64")
            .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
            .column("amount", "Nullable(Decimal(18, 2))")
            .column("name", "String")
            .column("quantity", "Int32")
            .build();
    // [/schema]
    return schema;
  }

  static Client bulk(String url, String user, String password) {
    // [bulk]
    Client bulk =
        new Client.Builder()
            .addEndpoint(url)
            .setUsername(user)
            .setPassword(password)
            .setDefaultDatabase("analytics")
            .setMaxConnections(32)
            .build();
    // [/bulk]
    return bulk;
  }

  static ClickHouseWindowTarget target(
      DataSource targetDatabase,
      Client bulk,
      WindowSchema schema,
      ExclusiveWindowWriterGuard writerGuard) {
    // [target]
    ControlConnections clickHouse = targetDatabase::getConnection;
    ClickHouseWindowTarget target =
        ClickHouseWindowTarget.builder()
            .targetId("clickhouse-eu/analytics/events")
            .database("analytics")
            .table("events")
            .schema(schema)
            .windowColumn("observed_at")
            .control(clickHouse)
            .bulk(bulk)
            .writerGuard(writerGuard)
            .build();
    // [/target]
    return target;
  }

  static ClickHouseWindowTarget.Builder targetLimits(ClickHouseWindowTarget.Builder target) {
    return target
        // [target-limits]
        .maxEncodedBytes(4 << 20)
        .compression(false)
        .strategy(GenerationStrategy.PARTITION_CLONE)
        .durability(true)
        .answerTimeout(Duration.ofMinutes(10))
        .workTimeout(Duration.ofHours(6))
        .joinTimeout(Duration.ofMinutes(1))
        .stallTimeout(Duration.ofSeconds(10))
        .compareMemoryBytes(256L << 20)
    // [/target-limits]
    ;
  }

  static SqliteWindowStore store(Path workDirectory) {
    // [store]
    SqliteWindowStore store = SqliteWindowStore.open(workDirectory.resolve("journal.sqlite"));
    // [/store]
    return store;
  }

  static PublicationRecords records(Path workDirectory) {
    // [records]
    PublicationRecords records =
        FileWindowMetadataStore.open(workDirectory.resolve("publications"));
    // [/records]
    return records;
  }

  static EvidenceCallback evidence(Path evidenceDirectory) {
    // [evidence]
    EvidenceCallback evidence =
        new JsonFileEvidence(evidenceDirectory).andThen(new HtmlEvidence(evidenceDirectory));
    // [/evidence]
    return evidence;
  }

  static StateCallback state(DataSource stateDatabase) throws SQLException {
    // [state]
    JdbcWatermarkState state =
        new JdbcWatermarkState(stateDatabase::getConnection, "public.refreshed_until");
    state.createTable();
    // [/state]
    return state;
  }

  static EvidenceCallback ownEvidence(DataSource evidenceDatabase) {
    // [own-evidence]
    EvidenceCallback evidence =
        (plan, generation, receipts, lease, metrics) -> {
          String sql =
              "INSERT INTO refresh_evidence (run_id, fencing_token, window_end, rows, digest)"
                  + " VALUES (?, ?, ?, ?, ?)"
                  + " ON CONFLICT (run_id) DO UPDATE SET fencing_token = EXCLUDED.fencing_token"
                  + " WHERE refresh_evidence.fencing_token <= EXCLUDED.fencing_token";
          try (Connection connection = evidenceDatabase.getConnection();
              PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setString(1, plan.runId().value());
            insert.setLong(2, lease.fencingToken());
            insert.setString(3, plan.interval().end().toString());
            insert.setLong(4, metrics.window().rows());
            insert.setString(5, metrics.window().digest().toHex());
            if (insert.executeUpdate() != 1) {
              throw new IllegalStateException("a later lease has recorded this run already");
            }
          }
        };
    // [/own-evidence]
    return evidence;
  }

  // [listener]
  /** Counts what is read; called by many threads, so it only adds. */
  static final class RowMeter implements WindowListener {

    private final LongAdder verifiedRows = new LongAdder();

    @Override
    public void chunkVerified(ChunkReceipt receipt) {
      verifiedRows.add(receipt.totals().rows());
    }

    @Override
    public void failed(String invocationId, WindowException failure) {
      System.getLogger("refresh")
          .log(System.Logger.Level.WARNING, invocationId + ": " + failure.getMessage());
    }

    long verifiedRows() {
      return verifiedRows.sum();
    }
  }

  // [/listener]

  static WindowListener console(PrintStream out, boolean isTerminal) {
    // [console]
    WindowListener listener = new ConsoleProgress(out, isTerminal);
    // [/console]
    return listener;
  }

  static RollingWindowRuntime runtime(
      WindowSource source,
      WindowTarget target,
      WindowStore store,
      EvidenceCallback evidence,
      StateCallback state,
      WindowListener listener) {
    // [runtime]
    RollingWindowRuntime runtime =
        RollingWindowRuntime.builder()
            .routeId("postgres-public-events-to-clickhouse-v1")
            .source(source)
            .target(target)
            .store(store)
            .evidence(evidence)
            .state(state)
            .listener(listener)
            .build();
    // [/runtime]
    return runtime;
  }

  static RollingWindowRuntime.Builder runtimeLimits(RollingWindowRuntime.Builder runtime) {
    return runtime
        // [runtime-limits]
        .leaseTtl(Duration.ofSeconds(60))
        .retryPause(Duration.ofSeconds(1))
        .stopTimeout(Duration.ofSeconds(60))
    // [/runtime-limits]
    ;
  }

  static RollingWindowConfig configInCode(Instant intervalEnd) {
    // [config-builder]
    RollingWindowConfig config =
        RollingWindowConfig.builder()
            .windowColumn("observed_at")
            .intervalEnd(intervalEnd)
            .lookback(Duration.ofDays(7))
            .chunkInterval(Duration.ofDays(1))
            .parallelism(4)
            .build();
    // [/config-builder]
    return config;
  }

  static RollingWindowConfig configFromManifest(String yaml) {
    // [config-manifest]
    Map<String, Object> manifest = new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml);
    Instant intervalEnd = RollingWindowConfig.intervalEnd(manifest);
    RollingWindowConfig config = RollingWindowConfig.fromManifest(manifest, intervalEnd);
    // [/config-manifest]
    return config;
  }

  static ProcessResult throughRunner(
      RollingWindowRuntime runtime,
      Map<String, Object> manifest,
      Instant intervalEnd,
      String invocationId) {
    // [runner]
    ProcessRunner runner = ProcessRunner.withWindowSupport(config -> runtime);
    ProcessResult result = runner.run(manifest, intervalEnd, invocationId);
    // [/runner]
    return result;
  }

  static List<String> dryRun(RollingWindowRuntime runtime, RollingWindowConfig config) {
    // [preflight]
    PreflightReport report = runtime.preflight(config);
    if (!report.isAdmitted()) {
      report.findings().forEach(finding -> System.err.println(finding));
    }
    OptionalLong rows = report.estimatedRows();
    System.out.println(report.chunkCount() + " chunks, about " + rows.orElse(0) + " rows");
    // [/preflight]
    return report.notes();
  }

  static ProcessResult run(RollingWindowRuntime runtime, RollingWindowConfig config) {
    // [run]
    ProcessResult result = runtime.run(config, "events-2026-09-09");
    RollingWindowDetails details = result.rollingWindow();
    System.out.printf(
        "%d rows in %s, %d in the whole table, run %s%n",
        result.windowRows(), details.grid().interval(), result.finalRows(), details.runId());
    // [/run]
    return result;
  }

  static ProcessResult cancellable(
      RollingWindowRuntime runtime,
      RollingWindowConfig config,
      String invocationId,
      ScheduledExecutorService timer) {
    // [cancel]
    CancellationToken cancellation = new CancellationToken();
    ScheduledFuture<?> tooLate = timer.schedule(cancellation::cancel, 2, TimeUnit.HOURS);
    try {
      return runtime.run(config, invocationId, cancellation);
    } finally {
      tooLate.cancel(false);
    }
    // [/cancel]
  }

  // [recover]
  /** What a scheduler does next. */
  enum Next {
    DONE,
    SAME_ID_LATER,
    NEW_ID,
    CALL_A_PERSON
  }

  static Next refreshOnce(
      RollingWindowRuntime runtime, RollingWindowConfig config, String invocationId) {
    try {
      runtime.run(config, invocationId);
      return Next.DONE;
    } catch (WindowException e) {
      return switch (e.recovery()) {
        case SAME_INVOCATION, AUTOMATIC_RETRY -> Next.SAME_ID_LATER;
        case NEW_INVOCATION -> Next.NEW_ID;
        case CORRECT_CONFIGURATION, CORRECT_CAUSE, RECONCILE -> Next.CALL_A_PERSON;
      };
    }
  }
  // [/recover]
}
