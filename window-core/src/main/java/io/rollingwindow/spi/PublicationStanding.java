package io.rollingwindow.spi;

import java.util.Objects;
import java.util.Optional;

/** The outcome of an EXCHANGE, told from the identities behind the two names. */
public sealed interface PublicationStanding {

  /**
   * The target's name stands for the generation: the EXCHANGE happened, once.
   *
   * @param backupTable the table that now holds the old generation
   */
  record Published(String backupTable) implements PublicationStanding {

    /** Checks the name. */
    public Published {
      SpiText.requireText(backupTable, "backupTable");
    }
  }

  /** The target's name stands for the old table, and no request can change that any more. */
  record NotPublished() implements PublicationStanding {}

  /**
   * It cannot be told.
   *
   * @param reason what contradicts or is missing
   * @param observedTarget the identity behind the target's name, where there is one
   * @param observedGeneration the identity behind the generation's name, where there is one
   */
  record Unknown(
      String reason, Optional<String> observedTarget, Optional<String> observedGeneration)
      implements PublicationStanding {

    /** Checks the parts. */
    public Unknown {
      SpiText.requireText(reason, "reason");
      Objects.requireNonNull(observedTarget, "observedTarget");
      Objects.requireNonNull(observedGeneration, "observedGeneration");
    }
  }
}
