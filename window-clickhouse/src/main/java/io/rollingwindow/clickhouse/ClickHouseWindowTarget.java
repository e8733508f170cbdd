package io.rollingwindow.clickhouse;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.clickhouse.internal.Composition;
import io.rollingwindow.clickhouse.internal.Limits;
import io.rollingwindow.clickhouse.internal.TargetContext;
import io.rollingwindow.clickhouse.internal.TargetOperations;
import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.spi.WindowTarget;
import io.rollingwindow.type.ColumnType;
import io.rollingwindow.type.DateTime64Type;
import io.rollingwindow.type.WindowSchema;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * One plain {@code MergeTree} table of a local {@code Atomic} database.
 *
 * <p>Safe for many threads, and for many processes as far as the writer guard covers them. Every
 * mutation is sent once, after lease and guard were asserted; when an answer is lost, the server is
 * asked what it did. The target itself is changed by one statement alone, the {@code EXCHANGE
 * TABLES}; everything else happens in tables that the run owns, beside the target in its database.
 *
 * <p>Two ways lead to the server, and preflight shows that both end at the same one: JDBC
 * connections for control statements, opened and closed as needed, and one client for streams of
 * rows, which belongs to the application and must allow as many open connections as streams load
 * side by side.
 */
public final class ClickHouseWindowTarget implements WindowTarget {

  private static final int FINEST_WINDOW = 6;

  private final TargetContext context;
  private final WindowTarget operations;

  private ClickHouseWindowTarget(TargetContext context) {
    this.context = context;
    this.operations = new TargetOperations(context);
  }

  /**
   * Starts a composition.
   *
   * @return a builder without any part
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public String targetId() {
    return operations.targetId();
  }

  @Override
  public String table() {
    return operations.table();
  }

  @Override
  public WindowSchema schema() {
    return operations.schema();
  }

  @Override
  public String windowColumn() {
    return operations.windowColumn();
  }

  @Override
  public TargetPreflight preflight(WindowRequest request, PreflightMode mode) {
    return operations.preflight(request, mode);
  }

  @Override
  public StagingAttempt stage(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    return operations.stage(plan, attempt, lease);
  }

  @Override
  public void discard(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    operations.discard(plan, attempt, lease);
  }

  @Override
  public boolean confirm(WindowPlan plan, ChunkReceipt receipt) {
    return operations.confirm(plan, receipt);
  }

  @Override
  public PublicationHold hold(WindowPlan plan, HeldLease lease) {
    return operations.hold(plan, lease);
  }

  @Override
  public void dropStaging(WindowPlan plan, List<ChunkReceipt> receipts, HeldLease lease) {
    operations.dropStaging(plan, receipts, lease);
  }

  TargetContext context() {
    return context;
  }

  /**
   * Composes a target. Not for use by several threads. What is wrong is said by the setter, or by
   * {@link #build()} where parts are missing or contradict each other; nothing is connected.
   */
  public static final class Builder {

    private static final int DEFAULT_MAX_ENCODED_BYTES = 4 << 20;
    private static final int LARGEST_MAX_ENCODED_BYTES = 1 << 30;

    private String targetId;
    private String database;
    private String table;
    private WindowSchema schema;
    private String windowColumn;
    private ControlConnections control;
    private Client bulk;
    private ExclusiveWindowWriterGuard guard;
    private int maxEncodedBytes = DEFAULT_MAX_ENCODED_BYTES;
    private boolean compression;
    private boolean durability = true;
    private Optional<GenerationStrategy> strategy = Optional.empty();
    private Limits limits = Limits.DEFAULT;
    private Clock clock = Clock.systemUTC();

    private Builder() {}

    /**
     * Sets the stable, sanitized name under which leases and journals know the target.
     *
     * @param id not blank, without credentials
     * @return this builder
     */
    public Builder targetId(String id) {
      this.targetId = named(id, "targetId");
      return this;
    }

    /**
     * Sets the database.
     *
     * @param name exactly as the server has it, unquoted
     * @return this builder
     */
    public Builder database(String name) {
      this.database = named(name, "database");
      return this;
    }

    /**
     * Sets the table.
     *
     * @param name exactly as the server has it, unquoted
     * @return this builder
     */
    public Builder table(String name) {
      this.table = named(name, "table");
      return this;
    }

    /**
     * Sets the columns.
     *
     * @param columns all columns of the table, in order
     * @return this builder
     */
    public Builder schema(WindowSchema columns) {
      this.schema = present(columns, "schema");
      return this;
    }

    /**
     * Sets the column that the window is about.
     *
     * @param name a {@code DateTime64(p, 'UTC')} column with a precision of at most 6, nullable or
     *     not
     * @return this builder
     */
    public Builder windowColumn(String name) {
      this.windowColumn = named(name, "windowColumn");
      return this;
    }

    /**
     * Sets where control connections come from.
     *
     * @param connections opens connections of the ClickHouse JDBC driver
     * @return this builder
     */
    public Builder control(ControlConnections connections) {
      this.control = present(connections, "control");
      return this;
    }

    /**
     * Sets the client for streams of rows. It stays the application's: it is never closed here, and
     * its own retries are turned off for each request.
     *
     * @param client reaches the same server as the control connections
     * @return this builder
     */
    public Builder bulk(Client client) {
      this.bulk = present(client, "bulk");
      return this;
    }

    /**
     * Sets the authority over all writers of the target.
     *
     * @param authority the application's guard
     * @return this builder
     */
    public Builder writerGuard(ExclusiveWindowWriterGuard authority) {
      this.guard = present(authority, "writerGuard");
      return this;
    }

    /**
     * Sets the bound of one row and of one payload in RowBinary; 4 MiB if not set. Each stream
     * holds about four times as much when rows are that large.
     *
     * <p>Rows are sent in ClickHouse's Native format, a column at a time, which costs the server
     * less work. They are sent in RowBinary where a row could be larger in Native by more than a
     * quarter of this bound: in a table with arrays of arrays or arrays of NULL, or with very wide
     * columns that have NULL.
     *
     * @param bytes between 1 and 2<sup>30</sup>
     * @return this builder
     */
    public Builder maxEncodedBytes(int bytes) {
      if (bytes < 1 || bytes > LARGEST_MAX_ENCODED_BYTES) {
        throw invalid("maxEncodedBytes lies between 1 and " + LARGEST_MAX_ENCODED_BYTES + ".");
      }
      this.maxEncodedBytes = bytes;
      return this;
    }

    /**
     * Sets whether rows are compressed on the way; off if not set, because on a fast network it
     * costs more time than it saves.
     *
     * @param on whether the client compresses
     * @return this builder
     */
    public Builder compression(boolean on) {
      this.compression = on;
      return this;
    }

    /**
     * Sets how the generation is built, instead of leaving it to preflight.
     *
     * @param forced the strategy; refused by preflight where it cannot be followed
     * @return this builder
     */
    public Builder strategy(GenerationStrategy forced) {
      this.strategy = Optional.of(present(forced, "strategy"));
      return this;
    }

    /**
     * Sets whether the generation is forced to disk before the exchange; on if not set. Evidence
     * says what was done.
     *
     * @param on whether it is forced where the account may
     * @return this builder
     */
    public Builder durability(boolean on) {
      this.durability = on;
      return this;
    }

    /**
     * Sets how long an answer is waited for; ten minutes if not set.
     *
     * @param longest positive
     * @return this builder
     */
    public Builder answerTimeout(Duration longest) {
      return limits(
          new Limits(
              positive(longest, "answerTimeout"),
              limits.work(),
              limits.join(),
              limits.stall(),
              limits.compareMemory()));
    }

    /**
     * Sets how long a statement that copies rows on the server may go on after its connection was
     * lost; six hours if not set.
     *
     * @param longest positive
     * @return this builder
     */
    public Builder workTimeout(Duration longest) {
      return limits(
          new Limits(
              limits.answer(),
              positive(longest, "workTimeout"),
              limits.join(),
              limits.stall(),
              limits.compareMemory()));
    }

    /**
     * Sets how long killed requests may take to end; one minute if not set.
     *
     * @param longest positive
     * @return this builder
     */
    public Builder joinTimeout(Duration longest) {
      return limits(
          new Limits(
              limits.answer(),
              limits.work(),
              positive(longest, "joinTimeout"),
              limits.stall(),
              limits.compareMemory()));
    }

    /**
     * Sets how long an open insert waits for a source that pauses before it is completed and a new
     * one is opened for the next rows; ten seconds if not set. It must be shorter than the server's
     * receive timeout, which is 30 s by default.
     *
     * @param longest positive
     * @return this builder
     */
    public Builder stallTimeout(Duration longest) {
      return limits(
          new Limits(
              limits.answer(),
              limits.work(),
              limits.join(),
              positive(longest, "stallTimeout"),
              limits.compareMemory()));
    }

    /**
     * Sets how much grouped state an exact comparison keeps in the server's memory before it goes
     * to disk; 256 MiB if not set.
     *
     * @param bytes at least 1
     * @return this builder
     */
    public Builder compareMemoryBytes(long bytes) {
      if (bytes < 1) {
        throw invalid("compareMemoryBytes must be positive.");
      }
      return limits(
          new Limits(limits.answer(), limits.work(), limits.join(), limits.stall(), bytes));
    }

    /**
     * Sets the clock that owned tables are dated by.
     *
     * @param source the clock; the system's if not set
     * @return this builder
     */
    public Builder clock(Clock source) {
      this.clock = present(source, "clock");
      return this;
    }

    /**
     * Makes the target. Nothing is connected.
     *
     * @return the target
     * @throws ConfigurationException when a part is missing or the window column does not suit
     */
    public ClickHouseWindowTarget build() {
      present(targetId, "targetId");
      present(database, "database");
      present(table, "table");
      present(schema, "schema");
      present(windowColumn, "windowColumn");
      present(control, "control");
      present(bulk, "bulk");
      present(guard, "writerGuard");
      requireWindowColumn();
      return new ClickHouseWindowTarget(
          new TargetContext(
              new Composition(
                  targetId,
                  database,
                  table,
                  schema,
                  windowColumn,
                  control::open,
                  bulk,
                  guard,
                  maxEncodedBytes,
                  compression,
                  durability,
                  strategy,
                  limits,
                  clock)));
    }

    private void requireWindowColumn() {
      ColumnType type =
          schema.columns().stream()
              .filter(column -> column.name().equals(windowColumn))
              .findFirst()
              .orElseThrow(() -> invalid("The schema has no column \"" + windowColumn + "\"."))
              .type();
      boolean suits =
          type.unwrapped() instanceof DateTime64Type time
              && time.precision() <= FINEST_WINDOW
              && time.zone().filter("UTC"::equals).isPresent();
      if (!suits) {
        throw invalid(
            "The window column \""
                + windowColumn
                + "\" must be DateTime64 with a precision of at most 6 in UTC, not "
                + type.nativeName()
                + ".");
      }
    }

    private Builder limits(Limits changed) {
      this.limits = changed;
      return this;
    }

    private static Duration positive(Duration value, String name) {
      if (present(value, name).isZero() || value.isNegative()) {
        throw invalid(name + " must be positive.");
      }
      return value;
    }

    private static String named(String value, String name) {
      if (present(value, name).isBlank()) {
        throw invalid(name + " must not be blank.");
      }
      return value;
    }

    private static <T> T present(T value, String name) {
      if (value == null) {
        throw invalid(name + " is missing.");
      }
      return value;
    }

    private static ConfigurationException invalid(String message) {
      return new ConfigurationException(ErrorCode.COMPOSITION_INVALID, message);
    }
  }
}
