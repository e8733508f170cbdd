package io.rollingwindow.simulation;

import io.rollingwindow.internal.time.Gate;
import java.util.ArrayList;
import java.util.List;

/**
 * A gate of the simulated world. Nobody waits inside one, so a strand that enters never finds
 * another one there; that is checked.
 */
final class VirtualGate implements Gate {

  private final Kernel kernel;
  private final List<Strand> waiting = new ArrayList<>();
  private Strand inside;

  VirtualGate(Kernel kernel) {
    this.kernel = kernel;
  }

  @Override
  public void enter() {
    kernel.giveWay();
    take();
  }

  @Override
  public void leave() {
    if (inside == kernel.current()) {
      inside = null;
      kernel.current().gatesHeld--;
    }
  }

  @Override
  public void await(long atMostNanos) throws InterruptedException {
    kernel.requireAlive();
    requireInside();
    if (atMostNanos <= 0) {
      return;
    }
    Strand self = kernel.current();
    leave();
    waiting.add(self);
    try {
      kernel.waitUntil(kernel.now() + atMostNanos);
    } finally {
      waiting.remove(self);
      take();
    }
  }

  @Override
  public void signalAll() {
    kernel.requireAlive();
    requireInside();
    waiting.forEach(kernel::wake);
  }

  private void take() {
    kernel.requireAlive();
    if (inside != null) {
      throw new IllegalStateException(kernel.current() + " found " + inside + " inside a gate");
    }
    inside = kernel.current();
    inside.gatesHeld++;
  }

  private void requireInside() {
    if (inside != kernel.current()) {
      throw new IllegalStateException(kernel.current() + " is not inside the gate");
    }
  }
}
