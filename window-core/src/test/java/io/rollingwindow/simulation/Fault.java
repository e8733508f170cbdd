package io.rollingwindow.simulation;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What can go wrong at one call of a port. */
enum Fault {
  /** It fails before it has any effect, in the way that is known to pass. */
  FAIL,
  /** It fails before it has any effect, in a way that nobody knows. */
  BREAK,
  /** It takes effect, and the reply is lost. */
  LOST,
  /** The caller sees a failure, and it takes effect soon after. */
  LATE,
  /** The caller sees a failure, and it takes effect when others may have taken over. */
  LATER,
  /** It takes effect, and once more later: a middlebox has doubled it. */
  TWICE,
  /** The process dies before the call. */
  DIE,
  /** The process dies while the request is under way, and it takes effect soon after. */
  DIE_LATE,
  /** The process is stopped for longer than its lease before it looks at it, and goes on. */
  PAUSE,
  /** The same, for so long that a successor has ended by then. */
  PAUSE_LONG,
  /** The process is stopped between its last look at the lease and the sending, and goes on. */
  STALE,
  /** It takes longer than a lease lasts, while the lease is renewed. */
  SLOW,
  /** The lease ends just before the call, against all expectation. */
  EXPIRE,
  /** The process's wall clock jumps ahead. */
  JUMP,
  /** The caller cancels. */
  CANCEL,
  /** The caller's thread is interrupted. */
  INTERRUPT,
  /** The source's snapshot is gone. */
  GONE,
  /** Somebody from outside drops the generation just before it is exchanged. */
  DROP_BEFORE,
  /** Somebody from outside drops the old table just after it was exchanged. */
  DROP_AFTER;

  /** What a call does. */
  enum Nature {
    /** It only looks. */
    LOOK,
    /** It changes something, and may do so late. */
    CHANGE,
    /** It closes something. */
    CLOSE,
    /** It reads through a snapshot. */
    SNAPSHOT,
    /** It exchanges tables. */
    EXCHANGE
  }

  private static final Map<Nature, List<Fault>> APPLICABLE = new EnumMap<>(Nature.class);

  static {
    List<Fault> always =
        List.of(FAIL, BREAK, DIE, PAUSE, PAUSE_LONG, SLOW, EXPIRE, JUMP, CANCEL, INTERRUPT);
    APPLICABLE.put(Nature.LOOK, always);
    APPLICABLE.put(Nature.SNAPSHOT, with(always, GONE));
    APPLICABLE.put(Nature.CLOSE, with(always, LOST));
    APPLICABLE.put(Nature.CHANGE, with(always, LOST, LATE, LATER, DIE_LATE, STALE));
    APPLICABLE.put(
        Nature.EXCHANGE, with(APPLICABLE.get(Nature.CHANGE), TWICE, DROP_BEFORE, DROP_AFTER));
  }

  private static List<Fault> with(List<Fault> some, Fault... more) {
    List<Fault> all = new ArrayList<>(some);
    all.addAll(List.of(more));
    return List.copyOf(all);
  }

  /** The faults that are tried in pairs. */
  private static final Set<Fault> BASIC =
      EnumSet.of(FAIL, LOST, LATE, DIE, PAUSE, STALE, TWICE, DROP_AFTER);

  private static final Map<Nature, List<Fault>> BASIC_APPLICABLE = new EnumMap<>(Nature.class);

  static {
    APPLICABLE.forEach(
        (nature, faults) ->
            BASIC_APPLICABLE.put(nature, faults.stream().filter(BASIC::contains).toList()));
  }

  static List<Fault> basic(Nature nature) {
    return BASIC_APPLICABLE.get(nature);
  }

  static List<Fault> applicable(Nature nature) {
    return APPLICABLE.get(nature);
  }
}
