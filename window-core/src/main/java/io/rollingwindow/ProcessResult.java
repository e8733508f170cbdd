package io.rollingwindow;

import java.time.Duration;
import java.util.Objects;

/**
 * What a finished invocation returns, at its first end and at every repeat.
 *
 * @param status how it ended; every other end is an exception
 * @param windowRows the rows inside the window
 * @param finalRows the verified rows of the whole published generation
 * @param duration how long the call that finished it took
 * @param rollingWindow what was refreshed
 */
public record ProcessResult(
    Status status,
    long windowRows,
    long finalRows,
    Duration duration,
    RollingWindowDetails rollingWindow) {

  /** Checks the parts. */
  public ProcessResult {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(duration, "duration");
    Objects.requireNonNull(rollingWindow, "rollingWindow");
  }

  /** How a process ended. */
  public enum Status {
    /** The window is published, evidence is durable and the state is advanced. */
    SUCCEEDED
  }
}
