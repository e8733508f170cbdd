package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;

/**
 * Holds a lease and renews it in the background, at a third of its time. A store that does not
 * answer is asked again until the lease would have expired; only then, or when the store says so,
 * is it lost.
 *
 * <p>Whether it is held is judged by this process's own clocks, counted from before the store was
 * asked: never longer than the store believes, also when the machine slept.
 */
public final class LeaseKeeper implements HeldLease, AutoCloseable {

  /** How long a renewal that is under way may take to end when the lease is given back. */
  static final Duration STOP_TIMEOUT = Duration.ofSeconds(35);

  private final WindowStore store;
  private final Scheduling scheduling;
  private final Duration ttl;
  private final Consumer<LeaseException> onLost;
  private final Gate gate;
  private final Scheduling.Worker renewer;

  private volatile Held held;
  private volatile LeaseException lost;
  private boolean closed; // inside the gate

  private record Held(Lease lease, long deadlineNanos, Instant deadline) {}

  private LeaseKeeper(
      WindowStore store,
      Scheduling scheduling,
      Duration ttl,
      Consumer<LeaseException> onLost,
      Held held) {
    this.store = store;
    this.scheduling = scheduling;
    this.ttl = ttl;
    this.onLost = onLost;
    this.held = held;
    this.gate = scheduling.gate();
    this.renewer = scheduling.start("rollingwindow-lease", this::renewUntilClosed);
  }

  /**
   * Takes the lease of a target and begins to renew it.
   *
   * @param store who grants it
   * @param targetId the target
   * @param owner unique to the running call
   * @param ttl how long a lease lasts without renewal
   * @param scheduling clocks and threads
   * @param onLost told once, on the renewing thread, when it is lost
   * @return the held lease; the caller closes it
   * @throws LeaseException when somebody else holds it
   */
  public static LeaseKeeper acquire(
      WindowStore store,
      String targetId,
      String owner,
      Duration ttl,
      Scheduling scheduling,
      Consumer<LeaseException> onLost) {
    long askedNanos = scheduling.nanoTime();
    Instant asked = scheduling.now();
    Lease lease =
        store
            .acquire(targetId, owner, ttl)
            .orElseThrow(
                () ->
                    new LeaseException(
                        ErrorCode.LEASE_UNAVAILABLE,
                        "Another call works on target "
                            + targetId
                            + "; nothing was done. Call again once it has ended or its lease has"
                            + " expired."));
    Held held = new Held(lease, askedNanos + ttl.toNanos(), asked.plus(ttl));
    try {
      return new LeaseKeeper(store, scheduling, ttl, onLost, held);
    } catch (RuntimeException | Error e) {
      Failures.closeAfter(e, () -> store.release(lease));
      throw e;
    }
  }

  @Override
  public Lease current() {
    return held.lease();
  }

  @Override
  public void assertHeld() {
    LeaseException failure = lost;
    if (failure != null) {
      throw failure;
    }
    if (leftNanos(held) <= 0) {
      throw lost("The lease was not renewed in time", null);
    }
  }

  /** What is left by the stricter of the two clocks. */
  private long leftNanos(Held now) {
    long byTicks = now.deadlineNanos() - scheduling.nanoTime();
    Duration byWall = Duration.between(scheduling.now(), now.deadline());
    return byWall.compareTo(Duration.ofNanos(Math.max(byTicks, 0))) < 0
        ? byWall.toNanos()
        : byTicks;
  }

  private void renewUntilClosed() {
    long pause = ttl.toNanos() / 3;
    while (pause > 0 && pausedUnlessClosed(pause)) {
      pause = renew();
    }
  }

  /** Renews once and tells when to come back; 0 when it is lost. */
  private long renew() {
    Held before = held;
    long askedNanos = scheduling.nanoTime();
    Instant asked = scheduling.now();
    try {
      Lease renewed = store.renew(before.lease(), ttl);
      held = new Held(renewed, askedNanos + ttl.toNanos(), asked.plus(ttl));
      return ttl.toNanos() / 3;
    } catch (LeaseException e) {
      return lose(e);
    } catch (RuntimeException e) {
      long left = leftNanos(before);
      System.getLogger(LeaseKeeper.class.getName())
          .log(System.Logger.Level.DEBUG, "A renewal of the lease failed", e);
      return left <= 0 ? lose(e) : Math.max(1, Math.min(left, ttl.toNanos() / 12));
    } catch (Error e) {
      return lose(e);
    }
  }

  private long lose(Throwable cause) {
    LeaseException failure = lost("The lease could not be renewed", cause);
    lost = failure;
    onLost.accept(failure);
    return 0;
  }

  private LeaseException lost(String what, Throwable cause) {
    LeaseException failure =
        new LeaseException(
            ErrorCode.LEASE_LOST,
            what
                + " for target "
                + held.lease().targetId()
                + "; this call writes nothing more. Call again with the same invocation id.",
            cause);
    failure.at(Location.of(Phase.LEASE));
    return failure;
  }

  private boolean pausedUnlessClosed(long nanos) {
    long until = scheduling.nanoTime() + nanos;
    while (true) {
      try {
        return Pauses.pause(scheduling, gate, until - scheduling.nanoTime(), () -> closed);
      } catch (InterruptedException e) {
        System.getLogger(LeaseKeeper.class.getName())
            .log(System.Logger.Level.DEBUG, "Only closing ends the renewal of a lease");
      }
    }
  }

  /**
   * Ends the renewal and gives the lease back.
   *
   * @throws LeaseException when the renewing thread does not end
   */
  @Override
  public void close() {
    LeaseException leak = stopRenewing();
    try {
      release();
    } catch (RuntimeException | Error e) {
      if (leak == null) {
        throw e;
      }
      leak.addSuppressed(e);
    }
    if (leak != null) {
      throw leak;
    }
  }

  /**
   * Ends the renewal and gives the lease back after everything was done: what was done counts, also
   * when the lease has to expire by itself.
   *
   * @throws LeaseException when the renewing thread does not end
   */
  void closeAfterSuccess() {
    LeaseException leak = stopRenewing();
    Failures.closeAfterSuccess(this::release, "The lease of " + current().targetId());
    if (leak != null) {
      throw leak;
    }
  }

  private void release() {
    if (lost == null) {
      store.release(held.lease());
    }
  }

  private LeaseException stopRenewing() {
    gate.enter();
    try {
      closed = true;
      gate.signalAll();
    } finally {
      gate.leave();
    }
    return Joining.join(scheduling, renewer, STOP_TIMEOUT)
        ? null
        : new LeaseException(
            ErrorCode.LEASE_LOST,
            "The thread that renews the lease did not end within "
                + STOP_TIMEOUT.toSeconds()
                + " s; the store does not answer.");
  }
}
