package io.rollingwindow.simulation;

import java.util.ArrayList;
import java.util.List;

/** Requests that are under way although nobody waits for them any more. */
final class Requests {

  private final Kernel kernel;
  private final boolean joinLands;
  private final List<Request> underWay = new ArrayList<>();

  /** One request. */
  private static final class Request {
    final String operation;
    final Runnable effect;

    Request(String operation, Runnable effect) {
      this.operation = operation;
      this.effect = effect;
    }
  }

  /**
   * Requests of one world.
   *
   * @param kernel tells the time
   * @param joinLands whether a request that is killed comes through just before, or not at all
   */
  Requests(Kernel kernel, boolean joinLands) {
    this.kernel = kernel;
    this.joinLands = joinLands;
  }

  /** Sends a request on a long way. */
  void send(String operation, long delayNanos, Runnable effect) {
    Request request = new Request(operation, effect);
    underWay.add(request);
    kernel.at(kernel.now() + delayNanos, () -> land(request));
  }

  /** Kills and joins every request of an operation: none of them comes through after this. */
  void end(String operation) {
    for (Request request : List.copyOf(underWay)) {
      if (request.operation.equals(operation)) {
        if (joinLands) {
          land(request);
        } else {
          underWay.remove(request);
        }
      }
    }
  }

  private void land(Request request) {
    if (underWay.remove(request)) {
      try {
        request.effect.run();
      } catch (RuntimeException e) {
        // The server refused it, and nobody is there to hear it.
      }
    }
  }
}
