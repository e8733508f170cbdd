package io.rollingwindow.simulation;

/** Ways to break the protocol on purpose, to see that the simulation notices. */
enum Flaw {
  /** None. */
  NONE,
  /** The intent is acknowledged at once and written only after the EXCHANGE was sent. */
  PUBLISH_BEFORE_INTENT,
  /** "Not there yet" is told without joining the request and without fencing it off. */
  TRUST_ABSENCE,
  /** A reply that is lost is answered by sending the EXCHANGE again. */
  SEND_AGAIN,
  /** State is advanced before evidence is recorded. */
  STATE_BEFORE_EVIDENCE,
  /** The store takes writes of whoever held the lease once. */
  WRITE_WITHOUT_LEASE,
  /** The request is killed and joined, but one that is sent later is not fenced off. */
  JOIN_WITHOUT_FENCE,
  /** Another snapshot is opened under the name of the one that is gone. */
  ANOTHER_SNAPSHOT
}
