package io.rollingwindow.spi;

/**
 * The lease that a run works under, renewed in the background. An adapter asks it immediately
 * before each mutation; asking is cheap and goes to the store at most once in a short while.
 *
 * <p>Safe for use by many threads.
 */
public interface HeldLease {

  /**
   * The lease as last renewed.
   *
   * @return never null; its token does not change while it is held
   */
  Lease current();

  /**
   * Refuses when the lease has expired, was lost, or cannot be shown to be held.
   *
   * @throws io.rollingwindow.error.LeaseException when it is not held
   */
  void assertHeld();
}
