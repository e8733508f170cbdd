package io.rollingwindow;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.internal.Names;
import io.rollingwindow.internal.run.Admission;
import io.rollingwindow.internal.run.Blockers;
import io.rollingwindow.internal.run.Failures;
import io.rollingwindow.internal.run.ListenerGuard;
import io.rollingwindow.internal.run.RetryPolicy;
import io.rollingwindow.internal.run.RunParts;
import io.rollingwindow.internal.run.TargetParts;
import io.rollingwindow.internal.run.WindowRuns;
import io.rollingwindow.internal.time.SystemScheduling;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import io.rollingwindow.spi.SourcePreflight;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.spi.WindowSource;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowTarget;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/**
 * Refreshes the window of one route, exactly and atomically.
 *
 * <p>A runtime is immutable and safe for many threads. Calls for one target exclude each other,
 * across processes, by its lease. A call with an invocation id that was used before goes on where
 * that one stopped: whatever stopped it, the same id finishes it, or the exception says why it
 * cannot and what to do. A repeat of a finished invocation returns its stored result and touches
 * nothing, also after newer runs. When a call returns, no thread, connection or lease of it is
 * left.
 *
 * <p>The runtime does not own what it is composed of: source, target and store are the
 * application's to close, after the last call.
 */
public final class RollingWindowRuntime implements WindowRuntime {

  private final RunParts parts;

  RollingWindowRuntime(RunParts parts) {
    this.parts = parts;
  }

  /**
   * Starts a composition.
   *
   * @return a builder, for one thread
   */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Runs an invocation, or takes it up where an earlier call left it.
   *
   * @param config which window
   * @param invocationId the caller's stable id of this piece of work
   * @return what was published
   * @throws WindowException typed, with a stable code, the place and what to do about it
   */
  @Override
  public ProcessResult run(RollingWindowConfig config, String invocationId) {
    return run(config, invocationId, new CancellationToken());
  }

  /**
   * Runs an invocation that can be cancelled. Interrupting the calling thread cancels it too. Once
   * the window is published, cancelling changes nothing any more.
   *
   * @param config which window
   * @param invocationId the caller's stable id of this piece of work
   * @param cancellation cancels the call
   * @return what was published
   * @throws WindowException typed, with a stable code, the place and what to do about it
   */
  public ProcessResult run(
      RollingWindowConfig config, String invocationId, CancellationToken cancellation) {
    ListenerGuard listener = new ListenerGuard(parts.listener());
    try {
      WindowRequest request = admit(config);
      requireName(invocationId, "invocation id");
      RunRecord run =
          new WindowRuns(parts).run(request, config.parallelism(), invocationId, cancellation);
      ProcessResult result = result(request, run);
      listener.tell(to -> to.finished(result));
      return result;
    } catch (WindowException e) {
      listener.tell(to -> to.failed(invocationId, e));
      throw e;
    }
  }

  /**
   * Looks at everything that a run would need and lists all that stands in the way, without moving
   * or changing anything. It takes no lease, so what it says may be outdated when a run begins.
   *
   * @param config which window
   * @return the findings, the plan's boundaries, the strategy and estimates
   * @throws ConfigurationException when the configuration does not fit this composition
   * @throws WindowException when the store cannot be read
   */
  public PreflightReport preflight(RollingWindowConfig config) {
    WindowRequest request = admit(config);
    Admission seen = Admission.look(parts, request, PreflightMode.DRY_RUN);
    List<Finding> findings = new ArrayList<>(seen.findings());
    try {
      findings.addAll(Blockers.look(parts.at()));
    } catch (RuntimeException e) {
      throw Failures.typed(e).at(Location.of(Phase.PREFLIGHT));
    }
    Optional<TargetPreflight> target = seen.target();
    Optional<SourcePreflight> source = seen.source();
    return new PreflightReport(
        findings,
        request.grid(),
        target.flatMap(TargetPreflight::strategy),
        source.map(SourcePreflight::estimatedRows).orElse(OptionalLong.empty()),
        source.map(SourcePreflight::estimatedBytes).orElse(OptionalLong.empty()),
        target.map(t -> OptionalLong.of(t.targetRows())).orElse(OptionalLong.empty()),
        target.map(t -> OptionalLong.of(t.targetBytes())).orElse(OptionalLong.empty()),
        target.map(TargetPreflight::notes).orElse(List.of()));
  }

  /**
   * The operator's side of this runtime's target.
   *
   * @return operations over the same target and store
   */
  public WindowOperations operations() {
    return new WindowOperations(parts.at());
  }

  private WindowRequest admit(RollingWindowConfig config) {
    WindowTarget target = parts.target();
    if (!config.windowColumn().equals(target.windowColumn())) {
      throw new ConfigurationException(
          ErrorCode.COMPOSITION_INVALID,
          "The configuration's window column is "
              + config.windowColumn()
              + " and the target's is "
              + target.windowColumn()
              + "; nothing was opened. Compose a runtime for this configuration.");
    }
    return config.toRequest(parts.routeId(), target.targetId(), target.schema());
  }

  private static void requireName(String value, String what) {
    Optional<String> problem =
        value == null ? Optional.of("must be given") : Names.problemWith(value);
    if (problem.isPresent()) {
      throw new ConfigurationException(
          ErrorCode.CONFIG_INVALID_VALUE,
          "The " + what + " " + problem.get() + "; nothing was opened.");
    }
  }

  private static ProcessResult result(WindowRequest request, RunRecord run) {
    RunResult result = run.result().orElseThrow();
    PreparedGeneration generation = run.generation().orElseThrow();
    return new ProcessResult(
        ProcessResult.Status.SUCCEEDED,
        result.windowRows(),
        result.totalRows(),
        result.duration(),
        new RollingWindowDetails(
            run.plan().grid(),
            request.fingerprint(),
            run.run(),
            generation.table(),
            generation.tableUuid()));
  }

  /**
   * Composes a runtime. Defaults: no listener; leases of 60 s, renewed every 20 s; two retries of a
   * chunk after about 1 s and 4 s; workers are given 60 s to stop; publications are recorded in the
   * store; the system's clock; platform daemon threads. For one thread.
   */
  public static final class Builder {

    private static final int RETRIES = 2;
    private static final Duration SHORTEST_TTL = Duration.ofMillis(30);

    private String routeId;
    private WindowSource source;
    private WindowTarget target;
    private WindowStore store;
    private PublicationRecords publications;
    private EvidenceCallback evidence;
    private StateCallback state;
    private WindowListener listener = WindowListener.NOOP;
    private Duration leaseTtl = Duration.ofSeconds(60);
    private Duration retryPause = Duration.ofSeconds(1);
    private Duration stopTimeout = Duration.ofSeconds(60);
    private InstantSource clock = InstantSource.system();
    private ThreadFactory threads = Builder::daemon;
    private SecureRandom random;

    private Builder() {}

    private static Thread daemon(Runnable body) {
      Thread thread = Executors.defaultThreadFactory().newThread(body);
      thread.setDaemon(true);
      return thread;
    }

    /**
     * Names the route; required. Bind the name to an immutable query configuration of the source:
     * it is part of every plan's identity.
     *
     * @param id stable and free of credentials
     * @return this builder
     */
    public Builder routeId(String id) {
      this.routeId = Objects.requireNonNull(id, "id");
      return this;
    }

    /**
     * Sets where rows come from; required.
     *
     * @param source the source
     * @return this builder
     */
    public Builder source(WindowSource source) {
      this.source = Objects.requireNonNull(source, "source");
      return this;
    }

    /**
     * Sets where rows go; required.
     *
     * @param target the target
     * @return this builder
     */
    public Builder target(WindowTarget target) {
      this.target = Objects.requireNonNull(target, "target");
      return this;
    }

    /**
     * Sets where leases and journal are kept; required.
     *
     * @param store the durable store, shared by all processes that refresh the target
     * @return this builder
     */
    public Builder store(WindowStore store) {
      this.store = Objects.requireNonNull(store, "store");
      return this;
    }

    /**
     * Keeps the records of publications elsewhere than in the store.
     *
     * @param records as durable as the store, and kept together with it
     * @return this builder
     */
    public Builder publicationRecords(PublicationRecords records) {
      this.publications = Objects.requireNonNull(records, "records");
      return this;
    }

    /**
     * Sets what writes evidence; required.
     *
     * @param evidence the application's callback
     * @return this builder
     */
    public Builder evidence(EvidenceCallback evidence) {
      this.evidence = Objects.requireNonNull(evidence, "evidence");
      return this;
    }

    /**
     * Sets what advances the source state; required.
     *
     * @param state the application's callback
     * @return this builder
     */
    public Builder state(StateCallback state) {
      this.state = Objects.requireNonNull(state, "state");
      return this;
    }

    /**
     * Sets who is told how runs go on.
     *
     * @param listener the listener
     * @return this builder
     */
    public Builder listener(WindowListener listener) {
      this.listener = Objects.requireNonNull(listener, "listener");
      return this;
    }

    /**
     * Sets how long a lease lasts without renewal. A crashed process blocks the target for so long.
     * A process that is paused for longer, by its machine or its garbage collector, loses its run:
     * too short is worse than too long.
     *
     * @param ttl at least 30 ms
     * @return this builder
     * @throws IllegalArgumentException when it is shorter
     */
    public Builder leaseTtl(Duration ttl) {
      if (ttl.compareTo(SHORTEST_TTL) < 0) {
        throw new IllegalArgumentException("a lease lasts at least " + SHORTEST_TTL);
      }
      this.leaseTtl = ttl;
      return this;
    }

    /**
     * Sets the pause before a chunk's first retry; the second one is four times as long. Both vary
     * by half at random.
     *
     * @param pause not negative
     * @return this builder
     * @throws IllegalArgumentException when it is negative
     */
    public Builder retryPause(Duration pause) {
      if (pause.isNegative()) {
        throw new IllegalArgumentException("a pause is not negative");
      }
      this.retryPause = pause;
      return this;
    }

    /**
     * Sets how long workers may take to stop after a failure or a cancellation, before they are
     * interrupted.
     *
     * @param timeout not negative
     * @return this builder
     * @throws IllegalArgumentException when it is negative
     */
    public Builder stopTimeout(Duration timeout) {
      if (timeout.isNegative()) {
        throw new IllegalArgumentException("a timeout is not negative");
      }
      this.stopTimeout = timeout;
      return this;
    }

    /**
     * Sets the wall clock.
     *
     * @param clock the clock
     * @return this builder
     */
    public Builder clock(InstantSource clock) {
      this.clock = Objects.requireNonNull(clock, "clock");
      return this;
    }

    /**
     * Sets what makes the threads of a run: one that renews the lease and one for each worker. A
     * factory of virtual threads serves as well.
     *
     * @param threads the factory; it must not run a thread itself
     * @return this builder
     */
    public Builder threadFactory(ThreadFactory threads) {
      this.threads = Objects.requireNonNull(threads, "threads");
      return this;
    }

    /**
     * Sets where lease owners, digest keys and jitter come from.
     *
     * @param random unpredictable, so that nobody can prepare rows that collide under a digest key
     * @return this builder
     */
    public Builder random(SecureRandom random) {
      this.random = Objects.requireNonNull(random, "random");
      return this;
    }

    /**
     * Makes the runtime. Nothing is opened.
     *
     * @return the runtime
     * @throws ConfigurationException when a required part is missing or a name is no name
     */
    public RollingWindowRuntime build() {
      requireParts();
      requireName(routeId, "route id");
      TargetParts at =
          new TargetParts(
              target,
              store,
              publications == null ? store : publications,
              new SystemScheduling(clock, threads),
              random == null ? new SecureRandom() : random,
              new TargetParts.Limits(leaseTtl, new RetryPolicy(RETRIES, retryPause), stopTimeout));
      return new RollingWindowRuntime(new RunParts(routeId, source, at, evidence, state, listener));
    }

    private void requireParts() {
      List<String> missing = new ArrayList<>();
      addIfNull(missing, routeId, "routeId");
      addIfNull(missing, source, "source");
      addIfNull(missing, target, "target");
      addIfNull(missing, store, "store");
      addIfNull(missing, evidence, "evidence");
      addIfNull(missing, state, "state");
      if (!missing.isEmpty()) {
        throw new ConfigurationException(
            ErrorCode.COMPOSITION_INVALID,
            "The runtime is not composed: " + String.join(", ", missing) + " not given.");
      }
    }

    private static void addIfNull(List<String> missing, Object part, String name) {
      if (part == null) {
        missing.add(name);
      }
    }
  }
}
