package io.rollingwindow.simulation;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A process of the simulated world: what ends with it, and what stops with it. One call of the
 * runtime at a time is made in it.
 */
final class HostProcess {

  private final String name;
  private final Set<String> open = new LinkedHashSet<>();

  boolean dead;
  long pausedUntil;
  long wallOffsetNanos;

  HostProcess(String name) {
    this.name = name;
  }

  String name() {
    return name;
  }

  /** A handle that the product has to close. */
  void opened(String handle) {
    open.add(handle);
  }

  void closed(String handle) {
    open.remove(handle);
  }

  /** What the product has not closed. */
  Set<String> open() {
    return open;
  }
}
