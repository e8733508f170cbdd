package io.rollingwindow.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.spi.Lease;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** What every {@link EvidenceCallback} promises. Extend it and hand over yours. */
public abstract class EvidenceCallbackContract {

  /**
   * A callback over the same memory each time within one test.
   *
   * @return the callback
   * @throws Exception when it cannot be made
   */
  protected abstract EvidenceCallback callback() throws Exception;

  /**
   * Everything that is recorded.
   *
   * @return something that is equal exactly when the same is recorded
   * @throws Exception when it cannot be read
   */
  protected abstract Object recorded() throws Exception;

  /**
   * A lease.
   *
   * @param fencingToken its token
   * @return the lease
   */
  protected static Lease lease(long fencingToken) {
    return CallbackSamples.lease(fencingToken);
  }

  /**
   * Calls the callback with a sample publication.
   *
   * @param run tells runs apart
   * @param lease the lease
   * @throws Exception when the callback fails
   */
  protected final void record(int run, Lease lease) throws Exception {
    callback()
        .record(
            SampleRecords.plan(run),
            CallbackSamples.generation(run),
            CallbackSamples.receipts(run),
            lease,
            CallbackSamples.metrics(run));
  }

  @Test
  final void calledAgainForTheSamePublicationItChangesNothing() throws Exception {
    record(1, lease(1));
    Object first = recorded();
    record(1, lease(1));
    assertEquals(first, recorded());
    record(1, lease(2));

    assertEquals(first, recorded());
  }

  @Test
  final void everyRunIsRecorded() throws Exception {
    record(1, lease(1));
    Object first = recorded();
    record(2, lease(2));

    assertNotEquals(first, recorded());
  }

  @Test
  final void aStaleLeaseIsRefusedAndChangesNothing() throws Exception {
    record(1, lease(2));
    Object first = recorded();

    assertThrows(Exception.class, () -> record(1, lease(1)));
    assertEquals(first, recorded());
  }

  @Test
  final void manyThatRecordTheSameAtOnceLeaveOneRecord() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Void>> calls =
          new ArrayList<>(
              Collections.nCopies(
                  8,
                  () -> {
                    record(1, lease(1));
                    return null;
                  }));
      for (Future<Void> call : threads.invokeAll(calls)) {
        call.get();
      }
    } finally {
      threads.shutdownNow();
    }
    Object all = recorded();
    record(1, lease(1));

    assertEquals(all, recorded());
  }
}
