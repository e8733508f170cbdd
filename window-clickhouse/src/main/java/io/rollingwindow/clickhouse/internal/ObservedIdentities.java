package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which tables stand behind which names, as far as one intent is concerned. What they say of the
 * EXCHANGE is a pure function of them.
 *
 * @param atTarget the identity behind the target's name
 * @param atGeneration the identity behind the generation's name
 * @param aside the identity behind the name that the table there gets once it is set aside
 */
record ObservedIdentities(
    Optional<String> atTarget, Optional<String> atGeneration, Optional<String> aside) {

  /** What the identities say. */
  enum Verdict {
    /**
     * The target's name stands for the generation; the old table is out of every request's reach.
     */
    PUBLISHED,
    /**
     * The target's name stands for the old table; the generation is out of every request's reach.
     */
    NOT_PUBLISHED,
    /**
     * Both tables stand behind the two names; a request that is under way could still turn them.
     */
    OPEN,
    /** Anything else. */
    UNKNOWN
  }

  static ObservedIdentities read(
      ControlSession session, TableRef target, PublicationIntent intent) {
    TableRef generation = target.sibling(intent.generationTable());
    TableRef setAside = target.sibling(asideName(intent));
    Map<String, String> uuids = Tables.uuidsOf(session, List.of(target, generation, setAside));
    return new ObservedIdentities(
        Optional.ofNullable(uuids.get(target.name())),
        Optional.ofNullable(uuids.get(generation.name())),
        Optional.ofNullable(uuids.get(setAside.name())));
  }

  /** The name that the table behind the generation's name gets before an outcome is told. */
  static String asideName(PublicationIntent intent) {
    return OwnedNames.aside(intent.run(), intent.generationTable());
  }

  Verdict verdict(PublicationIntent intent) {
    String older = intent.targetUuid();
    String newer = intent.generationUuid();
    if (are(newer, null, older)) {
      return Verdict.PUBLISHED;
    }
    if (are(older, null, newer)) {
      return Verdict.NOT_PUBLISHED;
    }
    return are(older, newer, null) || are(newer, older, null) ? Verdict.OPEN : Verdict.UNKNOWN;
  }

  /** Whether the names stand as they did when the intent was written. */
  boolean isBefore(PublicationIntent intent) {
    return are(intent.targetUuid(), intent.generationUuid(), null);
  }

  PublicationStanding.Unknown unknown(String reason) {
    return new PublicationStanding.Unknown(reason, atTarget, atGeneration.or(() -> aside));
  }

  private boolean are(String target, String generation, String setAside) {
    return atTarget.equals(Optional.of(target))
        && atGeneration.equals(Optional.ofNullable(generation))
        && aside.equals(Optional.ofNullable(setAside));
  }
}
