package io.rollingwindow;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.internal.Names;
import io.rollingwindow.internal.manifest.Findings;
import io.rollingwindow.internal.manifest.GridPlanner;
import io.rollingwindow.internal.manifest.IntervalEnd;
import io.rollingwindow.internal.manifest.WindowManifest;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.WindowDuration;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.type.WindowSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Which window is refreshed, and by how many workers. An immutable value: it keeps nothing of the
 * manifest or builder it came from, and two spellings of the same instants and lengths are equal.
 *
 * <p>Defaults: one worker; the whole window as one chunk when built without a chunk interval. These
 * hold always: rows are replaced, the target is exchanged atomically, the window ends at the end of
 * the caller's data interval, bounds are UTC, a day has 24 hours, interrupted runs can be resumed.
 */
public final class RollingWindowConfig {

  /** The most workers that a run may have. */
  public static final int MAX_PARALLELISM = WindowManifest.MAX_PARALLELISM;

  private final String windowColumn;
  private final ChunkGrid grid;
  private final int parallelism;

  private RollingWindowConfig(String windowColumn, ChunkGrid grid, int parallelism) {
    this.windowColumn = windowColumn;
    this.grid = grid;
    this.parallelism = parallelism;
  }

  /**
   * Reads a manifest. The sections {@code sink.strategy}, {@code sink.strategy.window} and {@code
   * source.options.native_transfer.execution.chunking} are read exactly: unknown keys, wrong types
   * and wrong values in them are refused. Elsewhere any key is allowed, except one that asks for
   * what a rolling window does not do (custom or additional predicates, portable scope, quality and
   * acceptance policies, hooks, change data capture, backfill, reconciliation, schema evolution,
   * deduplication): that is refused wherever it stands. Nothing is opened or called.
   *
   * @param manifest the whole manifest, as a YAML or JSON reader gives it
   * @param intervalEnd the end of the data interval, in whole microseconds; what the manifest says
   *     about it is not read, see {@link #intervalEnd(Map)}
   * @return the configuration
   * @throws ConfigurationException with every finding, each under its own code and with the full
   *     path of its key
   */
  public static RollingWindowConfig fromManifest(Map<String, ?> manifest, Instant intervalEnd) {
    Objects.requireNonNull(manifest, "manifest");
    Findings findings = new Findings();
    Optional<WindowManifest> settings = WindowManifest.read(manifest, findings);
    Optional<Instant> end = IntervalEnd.check(intervalEnd, findings);
    Optional<ChunkGrid> grid =
        settings.flatMap(
            s -> end.flatMap(e -> GridPlanner.plan(e, s.lookback(), s.chunkInterval(), findings)));
    findings.throwIfAny();
    WindowManifest read = settings.orElseThrow();
    return new RollingWindowConfig(read.column(), grid.orElseThrow(), read.parallelism());
  }

  /**
   * Reads the end of the data interval from a load context, at {@code
   * load_config.options.interval.interval_end}. It may be text with date, time and offset, or an
   * {@link Instant}, {@link java.time.OffsetDateTime} or {@link java.time.ZonedDateTime}. A value
   * without an offset, a date alone and null are refused; no clock and no zone of this machine is
   * asked instead.
   *
   * @param context the mapping that has {@code load_config}; the manifest itself where it does
   * @return the instant, whatever offset it was written with
   * @throws ConfigurationException when it is absent, has another type or does not name one instant
   */
  public static Instant intervalEnd(Map<String, ?> context) {
    Findings findings = new Findings();
    Optional<Instant> end = IntervalEnd.read(Objects.requireNonNull(context, "context"), findings);
    findings.throwIfAny();
    return end.orElseThrow();
  }

  /**
   * Starts a configuration in code.
   *
   * @return a builder, for one thread
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * The column that the window is about.
   *
   * @return its name, not yet looked up in any schema
   */
  public String windowColumn() {
    return windowColumn;
  }

  /**
   * The window as a whole.
   *
   * @return the half-open interval
   */
  public WindowInterval interval() {
    return grid.interval();
  }

  /**
   * The length of a chunk.
   *
   * @return microseconds, at least 1
   */
  public long chunkMicros() {
    return grid.chunkMicros();
  }

  /**
   * The window and its chunks.
   *
   * @return the chunks
   */
  public ChunkGrid grid() {
    return grid;
  }

  /**
   * How many chunks are staged side by side. It changes no identity and no result.
   *
   * @return from 1 to {@value #MAX_PARALLELISM}
   */
  public int parallelism() {
    return parallelism;
  }

  /**
   * What this configuration asks of a route.
   *
   * @param routeId the stable, sanitized name of the route
   * @param targetId the stable, sanitized name of the target
   * @param schema the columns in order
   * @return the request
   * @throws ConfigurationException with {@link ErrorCode#COMPOSITION_INVALID} when the window
   *     column is not exactly the name of a column of the schema, as an SQL expression never is, or
   *     when a name is blank
   */
  public WindowRequest toRequest(String routeId, String targetId, WindowSchema schema) {
    try {
      return new WindowRequest(routeId, targetId, schema, windowColumn, grid);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          ErrorCode.COMPOSITION_INVALID,
          "The configuration does not fit the route: " + e.getMessage() + ". Nothing was opened.",
          e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof RollingWindowConfig that
        && windowColumn.equals(that.windowColumn)
        && grid.equals(that.grid)
        && parallelism == that.parallelism;
  }

  @Override
  public int hashCode() {
    return Objects.hash(windowColumn, grid, parallelism);
  }

  @Override
  public String toString() {
    return windowColumn
        + " in "
        + interval()
        + " by "
        + new WindowDuration(chunkMicros())
        + ", parallelism "
        + parallelism;
  }

  /** Collects the settings; not for use by several threads. */
  public static final class Builder {

    private String windowColumn;
    private Instant intervalEnd;
    private WindowDuration lookback;
    private Optional<WindowDuration> chunkInterval = Optional.empty();
    private int parallelism = WindowManifest.DEFAULT_PARALLELISM;

    private Builder() {}

    /**
     * Names the column that the window is about.
     *
     * @param name a column of the target's schema, by its exact name
     * @return this builder
     * @throws ConfigurationException when no column can have that name
     */
    public Builder windowColumn(String name) {
      Names.problemWith(Objects.requireNonNull(name, "name"))
          .ifPresent(
              problem -> {
                throw invalid("The window column " + problem + ".", null);
              });
      windowColumn = name;
      return this;
    }

    /**
     * Sets where the window ends.
     *
     * @param end the first instant after the window, in whole microseconds
     * @return this builder
     * @throws ConfigurationException when it is finer than a microsecond or out of range
     */
    public Builder intervalEnd(Instant end) {
      try {
        WindowInterval.micros(end);
      } catch (IllegalArgumentException e) {
        throw invalid("The interval end is refused: " + e.getMessage() + ".", e);
      }
      intervalEnd = end;
      return this;
    }

    /**
     * Sets how far the window reaches back from its end.
     *
     * @param length a positive number of whole microseconds
     * @return this builder
     * @throws ConfigurationException when it is not
     */
    public Builder lookback(Duration length) {
      lookback = duration("lookback", length);
      return this;
    }

    /**
     * Sets the length of a chunk; without it the window is one chunk.
     *
     * @param length a positive number of whole microseconds
     * @return this builder
     * @throws ConfigurationException when it is not
     */
    public Builder chunkInterval(Duration length) {
      chunkInterval = Optional.of(duration("chunk interval", length));
      return this;
    }

    /**
     * Sets how many chunks are staged side by side.
     *
     * @param workers from 1 to {@value #MAX_PARALLELISM}
     * @return this builder
     * @throws ConfigurationException when it is not
     */
    public Builder parallelism(int workers) {
      if (workers < 1 || workers > MAX_PARALLELISM) {
        throw invalid("The parallelism must lie between 1 and " + MAX_PARALLELISM + ".", null);
      }
      parallelism = workers;
      return this;
    }

    /**
     * Makes the configuration.
     *
     * @return the configuration
     * @throws ConfigurationException when the column, the end or the lookback was not set, or the
     *     window cannot be divided within the limits
     */
    public RollingWindowConfig build() {
      if (windowColumn == null || intervalEnd == null || lookback == null) {
        throw new ConfigurationException(
            ErrorCode.CONFIG_MISSING_KEY,
            "Window column, interval end and lookback must be set before a configuration is built.");
      }
      Findings findings = new Findings();
      Optional<ChunkGrid> grid =
          GridPlanner.plan(intervalEnd, lookback, chunkInterval.orElse(lookback), findings);
      findings.throwIfAny();
      return new RollingWindowConfig(windowColumn, grid.orElseThrow(), parallelism);
    }

    private static WindowDuration duration(String what, Duration length) {
      try {
        return WindowDuration.of(length);
      } catch (IllegalArgumentException e) {
        throw invalid("The " + what + " is refused: " + e.getMessage() + ".", e);
      }
    }

    private static ConfigurationException invalid(String message, Throwable cause) {
      return new ConfigurationException(ErrorCode.CONFIG_INVALID_VALUE, message, cause);
    }
  }
}
