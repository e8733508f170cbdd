package io.rollingwindow.model;

import java.util.List;

/**
 * One state of the modelled world.
 *
 * @param target the table behind the target's name
 * @param generation the table behind the generation's name
 * @param retired the table behind the name that puts a table out of a late request's reach
 * @param wire copies of the EXCHANGE that are still under way
 * @param doubled whether a middlebox has doubled the request
 * @param sends how often a process has sent it
 * @param swaps how often the server has carried it out
 * @param intent whether the intent is written
 * @param journal the journaled standing of the run
 * @param evidence whether the evidence callback has recorded
 * @param state whether the state callback has advanced
 * @param leaseToken the token of the current lease; 0 when nobody holds one
 * @param lastToken the largest token ever given
 * @param processes the two processes
 * @param meddled whether a hand from outside has dropped a table
 */
record World(
    Table target,
    Table generation,
    Table retired,
    int wire,
    boolean doubled,
    int sends,
    int swaps,
    boolean intent,
    Journal journal,
    boolean evidence,
    boolean state,
    int leaseToken,
    int lastToken,
    List<Party> processes,
    boolean meddled) {

  /** What a name can stand for. */
  enum Table {
    OLD,
    NEW,
    NONE
  }

  /** The journaled standing. */
  enum Journal {
    PREPARED,
    UNKNOWN,
    NOT_PUBLISHED,
    ABANDONED,
    PUBLISHED,
    EVIDENCED,
    SUCCEEDED;

    boolean claimsPublished() {
      return compareTo(PUBLISHED) >= 0;
    }
  }

  /** Where a process is in the protocol. */
  enum Place {
    IDLE,
    LOOKING,
    READY,
    CHECKED,
    WAITING,
    JOINED,
    FENCED,
    TELLING,
    EVIDENCE,
    EVIDENCE_DONE,
    STATE,
    STATE_DONE,
    STOPPED
  }

  /**
   * One process.
   *
   * @param place where it is
   * @param token the lease it believes to hold; 0 for none
   * @param told the outcome it is about to journal
   */
  record Party(Place place, int token, Journal told) {}

  static World first() {
    Party publisher = new Party(Place.READY, 1, Journal.PREPARED);
    Party other = new Party(Place.IDLE, 0, Journal.PREPARED);
    return new World(
        Table.OLD,
        Table.NEW,
        Table.NONE,
        0,
        false,
        0,
        0,
        false,
        Journal.PREPARED,
        false,
        false,
        1,
        1,
        List.of(publisher, other),
        false);
  }

  Party process(int index) {
    return processes.get(index);
  }

  boolean holdsLease(int index) {
    return process(index).token() != 0 && process(index).token() == leaseToken;
  }

  Change change() {
    return new Change(this);
  }

  /** A copy in the making. */
  static final class Change {
    private Table target;
    private Table generation;
    private Table retired;
    private int wire;
    private boolean doubled;
    private int sends;
    private int swaps;
    private boolean intent;
    private Journal journal;
    private boolean evidence;
    private boolean state;
    private int leaseToken;
    private int lastToken;
    private Party first;
    private Party second;
    private boolean meddled;

    private Change(World from) {
      target = from.target;
      generation = from.generation;
      retired = from.retired;
      wire = from.wire;
      doubled = from.doubled;
      sends = from.sends;
      swaps = from.swaps;
      intent = from.intent;
      journal = from.journal;
      evidence = from.evidence;
      state = from.state;
      leaseToken = from.leaseToken;
      lastToken = from.lastToken;
      first = from.processes.get(0);
      second = from.processes.get(1);
      meddled = from.meddled;
    }

    Change lose() {
      wire--;
      return this;
    }

    Change doubled() {
      wire++;
      doubled = true;
      return this;
    }

    Change send() {
      wire++;
      sends++;
      return this;
    }

    /** The server carries out one copy; without both tables it refuses it. */
    Change deliver() {
      wire--;
      if (target != Table.NONE && generation != Table.NONE) {
        Table before = target;
        target = generation;
        generation = before;
        swaps++;
      }
      return this;
    }

    /** The generation's name is renamed away, whatever it stands for. */
    Change retire() {
      if (generation != Table.NONE && retired == Table.NONE) {
        retired = generation;
        generation = Table.NONE;
      }
      return this;
    }

    Change dropGeneration() {
      generation = Table.NONE;
      meddled = true;
      return this;
    }

    Change intend() {
      intent = true;
      return this;
    }

    Change journal(Journal standing) {
      journal = standing;
      return this;
    }

    Change evidence() {
      evidence = true;
      return this;
    }

    Change state() {
      state = true;
      return this;
    }

    Change expire() {
      leaseToken = 0;
      return this;
    }

    Change acquire(int index) {
      lastToken++;
      leaseToken = lastToken;
      return process(index, new Party(Place.LOOKING, lastToken, journal));
    }

    Change place(int index, Place place) {
      Party process = index == 0 ? first : second;
      return process(index, new Party(place, process.token(), process.told()));
    }

    Change tell(int index, Place place, Journal told) {
      Party process = index == 0 ? first : second;
      return process(index, new Party(place, process.token(), told));
    }

    Change stop(int index) {
      return process(index, new Party(Place.STOPPED, 0, Journal.PREPARED));
    }

    Change restart(int index) {
      return process(index, new Party(Place.IDLE, 0, Journal.PREPARED));
    }

    private Change process(int index, Party process) {
      if (index == 0) {
        first = process;
      } else {
        second = process;
      }
      return this;
    }

    World done() {
      return new World(
          target,
          generation,
          retired,
          wire,
          doubled,
          sends,
          swaps,
          intent,
          journal,
          evidence,
          state,
          leaseToken,
          lastToken,
          List.of(first, second),
          meddled);
    }
  }
}
