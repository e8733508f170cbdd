package io.rollingwindow.simulation;

import java.util.concurrent.locks.LockSupport;

/** Stops a thread until another one hands over to it. */
final class Baton {

  private volatile boolean given;
  private volatile Thread holder;

  /** Lets the thread that takes it go on. */
  void give() {
    given = true;
    LockSupport.unpark(holder);
  }

  /** Waits until it is given. The calling thread must not be interrupted. */
  void take() {
    holder = Thread.currentThread();
    while (!given) {
      LockSupport.park(this);
    }
    given = false;
  }
}
