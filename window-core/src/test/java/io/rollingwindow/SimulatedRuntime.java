package io.rollingwindow;

import io.rollingwindow.internal.run.RunParts;

/** Composes a runtime of parts that the builder does not offer: its clocks and threads. */
public final class SimulatedRuntime {

  private SimulatedRuntime() {}

  /**
   * A runtime of exactly these parts.
   *
   * @param parts what it is composed of
   * @return the product's own runtime
   */
  @SuppressWarnings("exports") // Only tests of this module have it in reach.
  public static RollingWindowRuntime of(RunParts parts) {
    return new RollingWindowRuntime(parts);
  }
}
