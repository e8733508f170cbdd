package io.rollingwindow.simulation;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.RollingWindowRuntime;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.simulation.Event.End;
import io.rollingwindow.spi.CancellationToken;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** One call of the runtime in one process, and what came of it. */
final class Call {

  private final World world;
  private final HostProcess process;
  private final String invocation;
  private final Work work;
  private final CancellationToken cancellation = new CancellationToken();
  private Strand strand;
  private End end;

  /** What is asked of the runtime. */
  @FunctionalInterface
  interface Work {

    /** Asks, and tells what came back. */
    End ask(RollingWindowRuntime runtime, CancellationToken cancellation);
  }

  /**
   * A call that is not made yet.
   *
   * @param invocation the id that it is about
   */
  Call(World world, HostProcess process, String invocation, Work work) {
    this.world = world;
    this.process = process;
    this.invocation = invocation;
    this.work = work;
  }

  /** Runs an invocation. */
  static Work run(World world, String invocation) {
    return (runtime, cancellation) -> {
      ProcessResult result = runtime.run(world.config(), invocation, cancellation);
      return new End.Succeeded(
          result.rollingWindow().runId().value(), result.windowRows(), result.finalRows());
    };
  }

  void begin() {
    strand = world.kernel().start("caller", process, this::run);
  }

  boolean isOf(HostProcess other) {
    return process == other;
  }

  Strand strand() {
    return strand;
  }

  void cancel() {
    world.kernel().start("canceller", process, cancellation::cancel);
  }

  /** Whether it is over, by its end or by its process's. */
  boolean isOver() {
    return end != null || process.dead;
  }

  /** How it ended; empty when it has not after so long. */
  Optional<End> await(long nanos) {
    long until = world.kernel().now() + nanos;
    while (!isOver() && world.kernel().now() < until) {
      try {
        world.kernel().join(strand, until);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (end == null && process.dead) {
      end = new End.Died();
      world.ledger().add(new Event.CallEnded(process.name(), invocation, end, Set.of()));
    }
    return Optional.ofNullable(end);
  }

  private void run() {
    End how;
    try {
      how = work.ask(Composition.runtime(world, process), cancellation);
    } catch (WindowException e) {
      how = new End.Failed(e.code(), e.getMessage());
    } catch (RuntimeException e) {
      how = new End.Broke(e.toString());
    }
    world.kernel().requireAlive();
    end = how;
    world.ledger().add(new Event.CallEnded(process.name(), invocation, how, leftovers()));
  }

  private Set<String> leftovers() {
    Set<String> left = new LinkedHashSet<>(process.open());
    world
        .kernel()
        .alive(s -> s.process == process && s.name.startsWith("rollingwindow-"))
        .forEach(s -> left.add("thread " + s.name));
    return left;
  }
}
