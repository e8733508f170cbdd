package io.rollingwindow;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.Lease;

/**
 * Advances the source state after evidence is durable, supplied by the application. Called at least
 * once. It must be monotonic or compare-and-set: called again for the same plan, or after a newer
 * run, it changes nothing; and it must fence its own mutation with the lease's token.
 */
@FunctionalInterface
public interface StateCallback {

  /**
   * Advances the state to the end of the plan's window.
   *
   * @param plan what was refreshed
   * @param lease the lease it is called under
   * @throws Exception when it was not advanced; the same invocation calls again
   */
  void advance(WindowPlan plan, Lease lease) throws Exception;
}
