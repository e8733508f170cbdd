package io.rollingwindow;

import io.rollingwindow.error.WindowException;

/**
 * What carries out a rolling window: {@link RollingWindowRuntime}, or something around it. Safe for
 * use by many threads where the thing behind it is.
 */
@FunctionalInterface
public interface WindowRuntime {

  /**
   * Refreshes one window, or takes up again what an earlier call under the same id left.
   *
   * @param config which window
   * @param invocationId the caller's id; the same one for recovery, a new one for a new refresh
   * @return the result, of this call or of the earlier one that finished the invocation
   * @throws WindowException typed, with what was left in place and what to do next
   */
  ProcessResult run(RollingWindowConfig config, String invocationId);
}
