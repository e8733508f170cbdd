package io.rollingwindow.simulation;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.RunCancelledException;
import io.rollingwindow.error.SnapshotExpiredException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.simulation.Fault.Nature;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What lies between a process and the servers: everything that can go wrong on the way. */
final class Wire {

  private static final long SLOW_STEP_NANOS = World.LEASE_NANOS / 10;
  private static final int SLOW_STEPS = 15;

  private final World world;
  private final HostProcess process;

  /** Whom a call is made to. */
  enum Port {
    STORE,
    SOURCE,
    TARGET,
    CALLBACK
  }

  /** What a call does at the server. */
  @FunctionalInterface
  interface Effect<T> {

    /** Takes place, and tells what the server would answer. */
    T happen();
  }

  Wire(World world, HostProcess process) {
    this.world = world;
    this.process = process;
  }

  HostProcess process() {
    return process;
  }

  /** A call that only looks. */
  <T> T look(Port port, String name, Effect<T> effect) {
    return call(new Request<>(port, name, Nature.LOOK, name, () -> {}, effect, () -> false));
  }

  /** A call that changes something. */
  <T> T change(Port port, String name, String operation, Runnable check, Effect<T> effect) {
    return call(new Request<>(port, name, Nature.CHANGE, operation, check, effect, () -> false));
  }

  /** A call that closes something, whatever happens on the way. */
  void close(Port port, String name, Runnable effect) {
    call(
        new Request<>(
            port,
            name,
            Nature.CLOSE,
            name,
            () -> {},
            () -> {
              effect.run();
              return true;
            },
            () -> false));
  }

  /**
   * One call.
   *
   * @param check what the adapter asserts immediately before it sends
   * @param effect what happens at the server
   * @param broken whether the caller has been told to stop waiting
   */
  record Request<T>(
      Port port,
      String name,
      Nature nature,
      String operation,
      Runnable check,
      Effect<T> effect,
      BooleanSupplier broken) {}

  /** Makes a call, with whatever goes wrong at it. */
  <T> T call(Request<T> request) {
    world.kernel().giveWay();
    Optional<Fault> fault = world.faults().next(process, request.name(), request.nature());
    if (fault.isEmpty()) {
      world.kernel().sleep(world.kernel().chooser().latencyNanos());
      request.check().run();
      return request.effect().happen();
    }
    before(fault.get(), request);
    world.kernel().sleep(world.kernel().chooser().latencyNanos());
    request.check().run();
    return send(fault.get(), request);
  }

  private void before(Fault fault, Request<?> request) {
    switch (fault) {
      case FAIL -> throw failure(request);
      case BREAK -> throw new IllegalStateException("a fault that nobody knows");
      case DIE -> die();
      case PAUSE -> pause(world.pauseNanos());
      case PAUSE_LONG -> pause(3 * world.pauseNanos());
      case EXPIRE -> world.vault().expire();
      case JUMP -> process.wallOffsetNanos += 2 * World.LEASE_NANOS;
      case CANCEL -> world.cancel(process);
      case INTERRUPT -> world.interrupt(process);
      case DROP_BEFORE -> world.warehouse().meddle();
      case GONE ->
          throw new SnapshotExpiredException(ErrorCode.SNAPSHOT_EXPIRED, "The snapshot is gone.");
      default -> {}
    }
  }

  private <T> T send(Fault fault, Request<T> request) {
    switch (fault) {
      case LATE -> {
        world.requests().send(request.operation(), world.delayNanos(), request.effect()::happen);
        throw failure(request);
      }
      case LATER -> {
        world
            .requests()
            .send(request.operation(), world.longDelayNanos(), request.effect()::happen);
        throw failure(request);
      }
      case DIE_LATE -> {
        world.requests().send(request.operation(), world.delayNanos(), request.effect()::happen);
        die();
      }
      case TWICE ->
          world.requests().send(request.operation(), world.delayNanos(), request.effect()::happen);
      case STALE -> pause(world.pauseNanos());
      case SLOW -> dawdle(request);
      default -> {}
    }
    T reply = request.effect().happen();
    if (fault == Fault.LOST) {
      throw failure(request);
    }
    if (fault == Fault.DROP_AFTER) {
      world.warehouse().meddle();
    }
    return reply;
  }

  private void dawdle(Request<?> request) {
    for (int i = 0; i < SLOW_STEPS; i++) {
      world.kernel().sleep(SLOW_STEP_NANOS);
      if (request.broken().getAsBoolean()) {
        throw new RunCancelledException(ErrorCode.RUN_CANCELLED, "The read was broken off.");
      }
    }
  }

  private void pause(long nanos) {
    process.pausedUntil = world.kernel().now() + nanos;
    world.kernel().sleep(0);
  }

  private void die() {
    world.kill(process);
    throw new ProcessDied();
  }

  private static RuntimeException failure(Request<?> request) {
    return switch (request.port()) {
      case STORE ->
          new RefusedException(ErrorCode.STORE_UNAVAILABLE, "The store did not answer in time.");
      case SOURCE, TARGET ->
          new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "The connection was lost.");
      case CALLBACK -> new IllegalStateException("the callback failed");
    };
  }
}
