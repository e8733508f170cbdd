package io.rollingwindow.error;

/** The step of a run in which a failure was seen. */
public enum Phase {
  /** The manifest is read and the runtime composed; nothing is connected. */
  CONFIGURATION,
  /** The lease of the target is taken, renewed or given back. */
  LEASE,
  /** Source and target are looked at, read-only. */
  PREFLIGHT,
  /** The snapshot is exported and the plan registered. */
  PLANNING,
  /** Chunks are read, encoded, loaded and verified. */
  STAGING,
  /** The generation is built and compared, under the writer guard. */
  PREPARATION,
  /** The intent is recorded and the EXCHANGE sent. */
  PUBLICATION,
  /** The outcome of an EXCHANGE is told from physical identities. */
  INSPECTION,
  /** The evidence callback is owed or running. */
  EVIDENCE,
  /** The state callback is owed or running. */
  STATE,
  /** Owned tables are listed or dropped, or an operator settles a run. */
  MAINTENANCE
}
