package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import java.util.Objects;

/**
 * What is about to be exchanged, written durably before the EXCHANGE is sent. The pair of
 * identities is all that later tells what happened.
 *
 * @param run the run
 * @param targetTable the target's name, without its database
 * @param targetUuid the identity that the target's name stands for before
 * @param generationTable the generation's name, without its database
 * @param generationUuid the identity that the generation's name stands for before
 * @param fencingToken the token of the lease it is sent under
 */
public record PublicationIntent(
    RunId run,
    String targetTable,
    String targetUuid,
    String generationTable,
    String generationUuid,
    long fencingToken) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank, the token is not positive, or both sides
   *     are the same table
   */
  public PublicationIntent {
    Objects.requireNonNull(run, "run");
    SpiText.requireText(targetTable, "targetTable");
    SpiText.requireText(targetUuid, "targetUuid");
    SpiText.requireText(generationTable, "generationTable");
    SpiText.requireText(generationUuid, "generationUuid");
    if (fencingToken < 1) {
      throw new IllegalArgumentException("a fencing token is counted from 1");
    }
    if (targetUuid.equals(generationUuid)) {
      throw new IllegalArgumentException("a table is never exchanged with itself");
    }
  }

  /**
   * The operation id that the EXCHANGE carries, by which an old request is found and killed.
   *
   * @return e.g. {@code <run id>-exchange}
   */
  public String operationId() {
    return run.value() + "-exchange";
  }
}
