package io.rollingwindow.observe;

import io.rollingwindow.plan.RunId;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What is kept of each call from its start to its end. The start and the end of one call are told
 * by one thread, chunks are told by others and name their run. A call that another one with the
 * same invocation id refused has no start, so it must not end the other's.
 *
 * @param <T> what is kept
 */
final class Calls<T> {

  private final Map<Thread, Call<T>> byThread = new ConcurrentHashMap<>();
  private final Map<RunId, Call<T>> byRun = new ConcurrentHashMap<>();

  private record Call<T>(RunId run, T kept) {}

  /**
   * A call of this thread has started.
   *
   * @return what was kept of the thread's call before, if that never told its end
   */
  Optional<T> start(RunId run, T kept) {
    Optional<T> unended = end();
    Call<T> call = new Call<>(run, kept);
    byThread.put(Thread.currentThread(), call);
    byRun.put(run, call);
    return unended;
  }

  /** What is kept of the call that works on a run, told by any thread. */
  Optional<T> of(RunId run) {
    return Optional.ofNullable(byRun.get(run)).map(Call::kept);
  }

  /** The call of this thread ends; empty when it has not started. */
  Optional<T> end() {
    Call<T> call = byThread.remove(Thread.currentThread());
    if (call == null) {
      return Optional.empty();
    }
    byRun.remove(call.run(), call);
    return Optional.of(call.kept());
  }

  int running() {
    return byThread.size();
  }
}
