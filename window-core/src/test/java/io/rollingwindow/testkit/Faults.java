package io.rollingwindow.testkit;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Counts and records port calls, and lets chosen ones fail before or after their effect. */
public final class Faults implements PortCalls {

  private record Key(Port port, int call) {}

  private final Map<Port, Integer> counts = new HashMap<>();
  private final Map<Key, Supplier<? extends RuntimeException>> before = new HashMap<>();
  private final Map<Key, Supplier<? extends RuntimeException>> after = new HashMap<>();
  private final List<Port> log = new ArrayList<>();

  /**
   * Fails a call before it has any effect.
   *
   * @param port which
   * @param call which of them, from 1, counted from the first ever made
   * @param failure what is thrown
   * @return this
   */
  public synchronized Faults before(
      Port port, int call, Supplier<? extends RuntimeException> failure) {
    before.put(new Key(port, call), failure);
    return this;
  }

  /**
   * Lets a call take effect and loses its answer.
   *
   * @param port which
   * @param call which of them, from 1, counted from the first ever made
   * @param failure what is thrown
   * @return this
   */
  public synchronized Faults after(
      Port port, int call, Supplier<? extends RuntimeException> failure) {
    after.put(new Key(port, call), failure);
    return this;
  }

  /**
   * How often a port was called.
   *
   * @param port which
   * @return the number of calls, failed ones included
   */
  public synchronized int count(Port port) {
    return counts.getOrDefault(port, 0);
  }

  /**
   * All calls in the order they were begun.
   *
   * @return a copy
   */
  public synchronized List<Port> log() {
    return List.copyOf(log);
  }

  @Override
  public <T> T call(Port port, Supplier<T> effect) {
    Supplier<? extends RuntimeException> first;
    Supplier<? extends RuntimeException> last;
    synchronized (this) {
      Key key = new Key(port, counts.merge(port, 1, Integer::sum));
      log.add(port);
      first = before.get(key);
      last = after.get(key);
    }
    if (first != null) {
      throw first.get();
    }
    T answer = effect.get();
    if (last != null) {
      throw last.get();
    }
    return answer;
  }
}
