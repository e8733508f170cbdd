package io.rollingwindow.internal.run;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.internal.time.SystemScheduling;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.TestWorld;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How the renewing of a lease ends. */
final class LeaseKeeperTest {

  private final TestWorld world = new TestWorld();
  private final Stuck scheduling = new Stuck();

  private LeaseKeeper acquire() {
    return LeaseKeeper.acquire(
        world.store,
        TestWorld.TARGET_ID,
        "owner",
        Duration.ofMinutes(1),
        scheduling,
        failure -> {});
  }

  @Test
  void aRenewingThreadThatNeverEndsIsAnExplicitErrorAfterThirtyFiveSeconds() {
    LeaseKeeper lease = acquire();
    WindowException failure = Expect.failure(ErrorCode.LEASE_LOST, lease::close);

    assertTrue(failure.getMessage().contains("within 35 s"), failure.getMessage());
    long patience = scheduling.joins.get(0);
    assertTrue(patience > Duration.ofSeconds(30).toNanos(), () -> "waited " + patience);
    assertTrue(patience <= Duration.ofSeconds(35).toNanos(), () -> "waited " + patience);
    assertTrue(scheduling.interrupted);
  }

  @Test
  void theLeaseIsGivenBackAlthoughItsThreadDoesNotEnd() {
    LeaseKeeper lease = acquire();
    Expect.failure(ErrorCode.LEASE_LOST, lease::closeAfterSuccess);

    assertFalse(world.store.isCurrent(lease.current()));
  }

  /** The system's threads, of which none can be seen to end. */
  private static final class Stuck implements Scheduling {

    private final Scheduling system = new SystemScheduling(Instant::now, Thread::new);
    private final List<Long> joins = new ArrayList<>();
    private boolean interrupted;

    @Override
    public Instant now() {
      return system.now();
    }

    @Override
    public long nanoTime() {
      return system.nanoTime();
    }

    @Override
    public Gate gate() {
      return system.gate();
    }

    @Override
    public Worker start(String name, Runnable body) {
      Worker worker = system.start(name, body);
      return new Worker() {
        @Override
        public void interrupt() {
          interrupted = true;
          worker.interrupt();
        }

        @Override
        public boolean join(long atMostNanos) {
          joins.add(atMostNanos);
          return false;
        }
      };
    }
  }
}
