package io.rollingwindow.error;

import java.util.Locale;

/**
 * Every failure that this library reports, with a stable code. A code is never renamed or reused;
 * {@code docs/errors.md} is generated from this list.
 */
public enum ErrorCode {
  // Configuration: nothing was opened.
  /** A manifest with a window reached a runner that was built without window support. */
  ROLLING_WINDOW_CAPABILITY_REQUIRED(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "The manifest declares a rolling window and the runner has no runtime for one."),
  /** Several things are wrong with the configuration; they are listed together. */
  CONFIG_REFUSED(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "Several things are wrong with the configuration; every finding has its own code."),
  /** An owned section of the manifest has a key that is not known. */
  CONFIG_UNKNOWN_KEY(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "An owned section of the manifest has an unknown key."),
  /** A required key is absent. */
  CONFIG_MISSING_KEY(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "A required key of the manifest is absent."),
  /** A value has the wrong type. */
  CONFIG_WRONG_TYPE(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "A value in the manifest has the wrong type."),
  /** A value has the right type and is not allowed. */
  CONFIG_INVALID_VALUE(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "A value in the manifest is not allowed."),
  /** The manifest asks for something that a rolling window does not do. */
  CONFIG_UNSUPPORTED_FEATURE(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "The manifest declares a feature that a rolling window refuses instead of skipping."),
  /** Chunking is declared without a rolling window. */
  CONFIG_CHUNKING_WITHOUT_WINDOW(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "Chunking is declared without a rolling window."),
  /** The interval, chunk or lookback cannot be planned. */
  PLAN_INVALID(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "The interval cannot be divided into a plan within limits."),
  /** The runtime's parts do not fit one another. */
  COMPOSITION_INVALID(
      ConfigurationException.class,
      Recovery.CORRECT_CONFIGURATION,
      "The parts given to the runtime do not belong together (route, target, schema or column)."),

  // Admission of source and target.
  /** Several things stand in the way; they are listed together. */
  PREFLIGHT_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "Source or target was refused in preflight; every finding is listed."),
  /** The source table, its columns or its rights do not admit an exact read. */
  SOURCE_REFUSED(
      RefusedException.class, Recovery.CORRECT_CAUSE, "The source does not admit an exact read."),
  /** The source's connections are not independent sessions of one server and database. */
  SOURCE_CONNECTIONS_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The source's connections are not independent sessions of one server and database."),
  /** A source type cannot be carried exactly into the target's type. */
  TYPE_PAIR_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A source column's type has no exact way into the target's type."),
  /** The target table or its surroundings do not admit an exact publication. */
  TARGET_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The target does not admit an exact publication."),
  /** The target's columns are not those of the schema. */
  TARGET_SCHEMA_MISMATCH(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The target's columns are not those of the declared schema."),
  /** Another object writes into the target or reads through it. */
  TARGET_DEPENDENT_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A view, dictionary or forwarding table writes into the target or reads through it."),
  /** A setting would change what statements mean and cannot be pinned. */
  TARGET_SETTING_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A setting of the account or table would change rows or results and cannot be pinned."),
  /** The server cannot exchange tables where the target is. */
  TARGET_EXCHANGE_UNSUPPORTED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "Tables cannot be made and exchanged in the target's database; scratch tables showed it."),
  /** A quota leaves an account of the target nothing. */
  TARGET_QUOTA_EXHAUSTED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A quota of the target's account is used up; the old window is still served."),
  /** The target server's disk is full. */
  TARGET_SPACE_EXHAUSTED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The target server has no space left; the old window is still served."),
  /** The writer guard refuses. */
  WRITER_GUARD_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The writer guard does not grant exclusion over the target."),

  // Reading and staging.
  /** A value has no exact form in its target column. */
  VALUE_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A value cannot be held exactly by its target column; none was changed."),
  /** A row or payload is larger than the configured bound. */
  ROW_TOO_LARGE(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A row is larger than the configured maximum."),
  /** The table changed its shape under the run. */
  SCHEMA_CHANGED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The physical schema changed during the run."),
  /** What is staged is not what was read. */
  STAGING_MISMATCH(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "Staged rows differ from the rows that were read; nothing is published."),
  /** A connection was lost, a server overloaded or shutting down. */
  TRANSIENT_FAILURE(
      TransientChunkException.class,
      Recovery.AUTOMATIC_RETRY,
      "A connection was lost, a server was busy or shutting down, or a request came twice."),
  /** A chunk failed as often as it may. */
  RETRIES_EXHAUSTED(
      RunEndedException.class,
      Recovery.NEW_INVOCATION,
      "A chunk used up its attempts; the run ended without publishing."),
  /** The run failed for good in an earlier call. */
  RUN_ENDED(
      RunEndedException.class,
      Recovery.NEW_INVOCATION,
      "This invocation ended without publishing in an earlier call."),
  /** The source's snapshot is gone. */
  SNAPSHOT_EXPIRED(
      SnapshotExpiredException.class,
      Recovery.NEW_INVOCATION,
      "The source snapshot ended before publication; its receipts are void."),
  /** The caller cancelled, or the thread was interrupted. */
  RUN_CANCELLED(
      RunCancelledException.class,
      Recovery.SAME_INVOCATION,
      "The run was cancelled before publication."),

  // Identity, lease, journal.
  /** Another process holds the target. */
  LEASE_UNAVAILABLE(
      LeaseException.class,
      Recovery.SAME_INVOCATION,
      "Another owner holds the lease of the target."),
  /** The lease was lost while work was going on. */
  LEASE_LOST(
      LeaseException.class,
      Recovery.CORRECT_CAUSE,
      "The lease expired or went to another owner; nothing more is written."),
  /** An invocation id was used for another request before. */
  INVOCATION_CONFLICT(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The invocation id belongs to another request; nothing was opened."),
  /** A stored record does not read as one of ours. */
  JOURNAL_CORRUPT(
      RefusedException.class,
      Recovery.RECONCILE,
      "A stored record is damaged or contradicts another; nothing was changed."),
  /** A stored record was changed by somebody else. */
  JOURNAL_CONFLICT(
      RefusedException.class,
      Recovery.SAME_INVOCATION,
      "A stored record was changed by another writer; nothing was written."),
  /** The store cannot be used where it is. */
  STORE_UNSUITABLE(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "The store's place or build cannot keep records durable."),
  /** The store did not answer in time or could not write. */
  STORE_UNAVAILABLE(
      RefusedException.class,
      Recovery.SAME_INVOCATION,
      "The store could not be read or written; nothing further was done."),

  // Publication and after.
  /** The target changed after it was prepared against. */
  TARGET_CHANGED(
      RefusedException.class,
      Recovery.NEW_INVOCATION,
      "The target's rows or schema changed after preparation; the changed target was kept."),
  /** The EXCHANGE provably did not and will not happen. */
  NOT_PUBLISHED(
      RunEndedException.class,
      Recovery.NEW_INVOCATION,
      "The EXCHANGE provably did not happen; the target is as it was."),
  /** Whether the EXCHANGE happened cannot be told. */
  OUTCOME_UNKNOWN(
      OutcomeUnknownException.class,
      Recovery.RECONCILE,
      "Whether the EXCHANGE happened cannot be told; nothing is repeated."),
  /** An older run's publication is not settled. */
  UNSETTLED_PUBLICATION(
      OutcomeUnknownException.class,
      Recovery.RECONCILE,
      "An older run's publication is not settled and blocks the target."),
  /** An older run owes evidence or state. */
  OBLIGATION_OWED(
      ObligationException.class,
      Recovery.SAME_INVOCATION,
      "An older run published and owes evidence or state; finish it with its own invocation id."),
  /** The evidence callback failed. */
  EVIDENCE_FAILED(
      ObligationException.class,
      Recovery.SAME_INVOCATION,
      "The rows are published; the evidence callback failed and is owed."),
  /** The state callback failed. */
  STATE_FAILED(
      ObligationException.class,
      Recovery.SAME_INVOCATION,
      "The rows are published; the state callback failed and is owed."),
  /** An operator's decision contradicts the physical tables. */
  SETTLEMENT_REFUSED(
      RefusedException.class,
      Recovery.RECONCILE,
      "The decision contradicts the physical identities; nothing was settled."),
  /** Maintenance was asked to drop what is still needed. */
  MAINTENANCE_REFUSED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A table is still needed by an unsettled run, or holds detached parts, and was kept."),
  /** An unexpected failure of a server or driver, or a fault of this library. */
  UNEXPECTED(
      RefusedException.class,
      Recovery.CORRECT_CAUSE,
      "A server, driver or this library failed unexpectedly.");

  private final Class<? extends WindowException> type;
  private final Recovery recovery;
  private final String meaning;

  ErrorCode(Class<? extends WindowException> type, Recovery recovery, String meaning) {
    this.type = type;
    this.recovery = recovery;
    this.meaning = meaning;
  }

  /**
   * The stable code that logs and callers match on.
   *
   * @return the name in lower case, e.g. {@code snapshot_expired}
   */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The one exception that carries this code. Codes of findings are carried together by the
   * exception's own code.
   *
   * @return a final subtype
   */
  public Class<? extends WindowException> type() {
    return type;
  }

  /**
   * What the caller does about it.
   *
   * @return the decision
   */
  public Recovery recovery() {
    return recovery;
  }

  /**
   * What the code means, in one sentence.
   *
   * @return a sentence for {@code docs/errors.md}
   */
  public String meaning() {
    return meaning;
  }
}
