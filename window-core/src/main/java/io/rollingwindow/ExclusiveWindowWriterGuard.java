package io.rollingwindow;

import io.rollingwindow.spi.Lease;

/**
 * The application's authority over every writer of one target: other processes, direct SQL, DDL.
 * The library bundles none, because only the application knows who else may write. A lease in a
 * store is not such an authority; it only keeps our own processes apart.
 *
 * <p>Safe for many threads. Every method either returns with what it promises or throws; a guard
 * that cannot tell must throw.
 */
public interface ExclusiveWindowWriterGuard {

  /**
   * Shows that the authority is in place and covers the target and its staging tables. Called in
   * preflight; changes nothing.
   *
   * @param targetId the target
   * @throws Exception when it is not
   */
  void validate(String targetId) throws Exception;

  /**
   * Refuses a lease whose fencing token is older than one that was seen before. Called immediately
   * before each mutation outside a {@link Hold}.
   *
   * @param lease the lease of the run
   * @throws Exception when the lease is stale
   */
  void assertLease(Lease lease) throws Exception;

  /**
   * Makes sure that requests of an abandoned attempt can no longer write. Repeating it is harmless.
   *
   * @param lease the lease of the run
   * @param operationId the operation id that all requests of the attempt carry
   * @throws Exception when that cannot be assured
   */
  void fenceAttempt(Lease lease, String operationId) throws Exception;

  /**
   * Excludes every other writer until the hold is closed. One hold serves all threads of its lease.
   * It is not re-entrant: a second one under the same lease is refused or waits, within a bound.
   *
   * @param lease the lease of the run
   * @return the exclusion; closed after the last request of ours has ended at the server
   * @throws Exception when exclusion cannot be had
   */
  Hold hold(Lease lease) throws Exception;

  /** Exclusion, from taking to closing. */
  interface Hold extends AutoCloseable {

    /**
     * Refuses when the exclusion no longer holds. Called immediately before each mutation under it.
     *
     * @throws Exception when it does not hold
     */
    void assertHeld() throws Exception;

    /** Gives the exclusion back. A failure is reported by an unchecked exception. */
    @Override
    void close();
  }
}
