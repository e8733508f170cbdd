package io.rollingwindow.clickhouse;

/** Whether an owned table may go. */
public enum TableStanding {
  /** Its run is under way, its publication is not settled, or evidence or state is owed. */
  NEEDED,
  /** Its run has ended and every obligation of it is settled. */
  SETTLED,
  /** The store does not know its run: another store does, or nobody does any more. */
  ORPHAN
}
