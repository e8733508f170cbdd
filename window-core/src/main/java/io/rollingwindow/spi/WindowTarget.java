package io.rollingwindow.spi;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.type.WindowSchema;
import java.util.List;

/**
 * One target table. An instance is immutable and safe for many threads. Every method that changes
 * something takes the lease it works under, asserts it and the writer guard immediately before, and
 * sends no statement twice whose repetition could matter.
 */
public interface WindowTarget {

  /**
   * The stable, sanitized name under which leases and journals know this target.
   *
   * @return never blank
   */
  String targetId();

  /**
   * The table's name, without its database, as intents and messages name it.
   *
   * @return never blank
   */
  String table();

  /**
   * The columns, in order.
   *
   * @return the schema that rows are encoded to
   */
  WindowSchema schema();

  /**
   * The column that the window is about.
   *
   * @return one of the schema's columns
   */
  String windowColumn();

  /**
   * Looks at the target and everything around it that could write to it, read through it or reshape
   * it, and lists everything that stands in the way.
   *
   * @param request what will be asked
   * @param mode whether the EXCHANGE is tried on scratch tables, the one thing here that writes
   * @return findings, the chosen strategy and an estimate
   * @throws io.rollingwindow.error.WindowException when the target cannot be looked at at all
   */
  TargetPreflight preflight(WindowRequest request, PreflightMode mode);

  /**
   * Starts one attempt at one chunk, in a staging table of its own. It is made now or when the
   * first rows are ready, so what stands in its way may also be thrown by the attempt's streams.
   *
   * @param plan the run's plan
   * @param attempt never used before
   * @param lease the lease of the run
   * @return the attempt; the caller closes it
   * @throws io.rollingwindow.error.WindowException typed
   */
  StagingAttempt stage(WindowPlan plan, AttemptId attempt, HeldLease lease);

  /**
   * Makes sure that nothing of an attempt is or will be there: fences it, kills and joins its
   * requests, drops its table and confirms that it is gone. Repeating it does nothing more.
   *
   * @param plan the run's plan
   * @param attempt the attempt to discard
   * @param lease the lease of the run
   * @throws io.rollingwindow.error.WindowException when its absence cannot be confirmed
   */
  void discard(WindowPlan plan, AttemptId attempt, HeldLease lease);

  /**
   * Whether a journaled receipt still describes what is staged: same table identity, count and
   * digest.
   *
   * @param plan the run's plan
   * @param receipt a receipt of that run
   * @return false when the staging table is gone or differs; true when the receipt names none
   */
  boolean confirm(WindowPlan plan, ChunkReceipt receipt);

  /**
   * Takes the writer guard for preparation and publication. All writers of the target are excluded
   * until the hold is closed, and every request of ours has ended by then.
   *
   * @param plan the run's plan
   * @param lease the lease of the run
   * @return the hold; the caller closes it
   * @throws io.rollingwindow.error.WindowException when the guard refuses
   */
  PublicationHold hold(WindowPlan plan, HeldLease lease);

  /**
   * Drops the staging tables of a run that succeeded or was given up. Best effort: a table that
   * stays is listed by maintenance.
   *
   * @param plan the run's plan
   * @param receipts what was staged
   * @param lease the lease of the run
   */
  void dropStaging(WindowPlan plan, List<ChunkReceipt> receipts, HeldLease lease);
}
