package io.rollingwindow.testkit;

import java.util.function.Supplier;

/**
 * Every call of an in-memory port goes through here, so that a test can fail it before its effect,
 * fail it after its effect, hold it up, or count it. Safe for many threads.
 */
public interface PortCalls {

  /** Lets every call through. */
  PortCalls DIRECT =
      new PortCalls() {
        @Override
        public <T> T call(Port port, Supplier<T> effect) {
          return effect.get();
        }
      };

  /**
   * Makes a call.
   *
   * @param port which one
   * @param effect what it does
   * @param <T> what it answers
   * @return the answer
   */
  <T> T call(Port port, Supplier<T> effect);

  /**
   * Makes a call without an answer.
   *
   * @param port which one
   * @param effect what it does
   */
  default void run(Port port, Runnable effect) {
    call(
        port,
        () -> {
          effect.run();
          return null;
        });
  }
}
