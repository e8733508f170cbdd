package io.rollingwindow;

/**
 * Supplies the runtime for a configuration that was read and found right; no configuration that is
 * refused reaches it. It may build a runtime or hand out one that it keeps, and stays the owner:
 * whoever asked closes nothing. A runtime belongs to one route and schema, so a factory of several
 * must refuse a configuration that is not for any of them.
 */
@FunctionalInterface
public interface WindowRuntimeFactory {

  /**
   * The runtime that carries a configuration out.
   *
   * @param config which window
   * @return the runtime
   */
  WindowRuntime create(RollingWindowConfig config);
}
