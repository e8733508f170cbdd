package io.rollingwindow.internal.run;

import io.rollingwindow.WindowListener;
import java.util.function.Consumer;

/** Keeps a listener's failures away from the run. */
public final class ListenerGuard {

  private final WindowListener listener;

  /**
   * Guards against a listener.
   *
   * @param listener who is told
   */
  public ListenerGuard(WindowListener listener) {
    this.listener = listener;
  }

  /**
   * Tells of an event.
   *
   * @param event the call
   */
  public void tell(Consumer<WindowListener> event) {
    try {
      event.accept(listener);
    } catch (RuntimeException e) {
      System.getLogger(ListenerGuard.class.getName())
          .log(System.Logger.Level.WARNING, "A listener failed; the run goes on", e);
    }
  }
}
