package io.rollingwindow.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.StateCallback;
import io.rollingwindow.plan.WindowPlan;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link StateCallback} promises. Extend it and hand over yours. */
public abstract class StateCallbackContract {

  /**
   * A callback over the same memory each time within one test.
   *
   * @return the callback
   * @throws Exception when it cannot be made
   */
  protected abstract StateCallback callback() throws Exception;

  /**
   * Up to where the state was advanced.
   *
   * @param routeId the route
   * @param targetId the target
   * @return the end of the latest window, if there was one
   * @throws Exception when it cannot be read
   */
  protected abstract Optional<Instant> advancedTo(String routeId, String targetId) throws Exception;

  private Optional<Instant> advancedTo() throws Exception {
    WindowPlan plan = CallbackSamples.endingAtDay(1);
    return advancedTo(plan.routeId(), plan.targetId());
  }

  private void advance(int day, long fencingToken) throws Exception {
    callback().advance(CallbackSamples.endingAtDay(day), CallbackSamples.lease(fencingToken));
  }

  private static Optional<Instant> day(int day) {
    return Optional.of(Instant.EPOCH.plus(Duration.ofDays(day)));
  }

  @Test
  final void beforeTheFirstRunThereIsNoState() throws Exception {
    assertEquals(Optional.empty(), advancedTo());
  }

  @Test
  final void everyRunAdvancesItToTheEndOfItsWindow() throws Exception {
    advance(1, 1);
    assertEquals(day(1), advancedTo());
    advance(2, 2);

    assertEquals(day(2), advancedTo());
  }

  @Test
  final void calledAgainItChangesNothing() throws Exception {
    advance(2, 1);
    advance(2, 1);
    advance(2, 2);

    assertEquals(day(2), advancedTo());
  }

  @Test
  final void itNeverGoesBackAlsoUnderANewerLease() throws Exception {
    advance(5, 1);
    advance(3, 2);

    assertEquals(day(5), advancedTo());
  }

  @Test
  final void aStaleLeaseMovesNothing() throws Exception {
    advance(1, 7);

    assertThrows(Exception.class, () -> advance(2, 6));
    assertEquals(day(1), advancedTo());
  }

  @Test
  final void aLateRepeatOfAnOlderRunIsHarmless() throws Exception {
    advance(1, 1);
    advance(2, 2);
    advance(1, 1);

    assertEquals(day(2), advancedTo());
  }

  @Test
  final void ofManyThatAdvanceAtOnceTheLatestWindowStays() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> calls = new ArrayList<>();
      for (int day = 1; day <= 8; day++) {
        int own = day;
        calls.add(
            () -> {
              advance(own, 1);
              return null;
            });
      }
      for (Future<Void> call : threads.invokeAll(calls)) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertEquals(day(8), advancedTo());
  }
}
