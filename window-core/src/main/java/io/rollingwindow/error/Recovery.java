package io.rollingwindow.error;

/** What the caller does about a failure. One value per decision, so that code can switch on it. */
public enum Recovery {
  /** The manifest or the composition is wrong. Nothing was opened; correct it and call again. */
  CORRECT_CONFIGURATION("Correct the configuration; nothing was opened and nothing was changed."),

  /** A transient chunk failure. The executor itself retries it, at most twice, in a new attempt. */
  AUTOMATIC_RETRY("Retried by the executor, at most twice, after the old attempt was discarded."),

  /** Schema, rights, data, identity or lease is at fault. It is never retried by itself. */
  CORRECT_CAUSE("Correct the named cause; then run again. It is not retried by itself."),

  /** The run can never finish. Its receipts are worthless to another snapshot. */
  NEW_INVOCATION("Use a new invocation id; the window is extracted again in full."),

  /** The same invocation id goes on where this call stopped, if its snapshot still lives. */
  SAME_INVOCATION(
      "Call again with the same invocation id; it goes on where this one stopped, or says that a new id is needed."),

  /** Whether the EXCHANGE happened cannot be told. Nothing is repeated and nothing is deleted. */
  RECONCILE(
      "Stop and reconcile the physical tables with the recorded identities; keep journal and tables.");

  private final String advice;

  Recovery(String advice) {
    this.advice = advice;
  }

  /**
   * The advice in one sentence, as messages and {@code docs/errors.md} print it.
   *
   * @return a sentence for an operator
   */
  public String advice() {
    return advice;
  }
}
