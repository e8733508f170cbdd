package io.rollingwindow.error;

import java.util.Objects;
import java.util.OptionalInt;

/**
 * Where in a run a failure was seen.
 *
 * @param phase the step of the run
 * @param chunk the chunk's index, counted from 0, where one chunk is concerned
 * @param attempt the attempt at that chunk, counted from 1, where one attempt is concerned
 */
public record Location(Phase phase, OptionalInt chunk, OptionalInt attempt) {

  /**
   * Checks the parts.
   *
   * @throws NullPointerException when a part is null
   */
  public Location {
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(chunk, "chunk");
    Objects.requireNonNull(attempt, "attempt");
  }

  /**
   * A place in the run as a whole.
   *
   * @param phase the step of the run
   * @return the place
   */
  public static Location of(Phase phase) {
    return new Location(phase, OptionalInt.empty(), OptionalInt.empty());
  }

  /**
   * A place in one attempt at one chunk.
   *
   * @param phase the step of the run
   * @param chunk the chunk's index, from 0
   * @param attempt the attempt, from 1
   * @return the place
   */
  public static Location of(Phase phase, int chunk, int attempt) {
    return new Location(phase, OptionalInt.of(chunk), OptionalInt.of(attempt));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(phase.name());
    chunk.ifPresent(index -> text.append(", chunk ").append(index));
    attempt.ifPresent(number -> text.append(", attempt ").append(number));
    return text.toString();
  }
}
