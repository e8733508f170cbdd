package io.rollingwindow.plan;

import java.util.Objects;

/**
 * One attempt at staging one chunk of one run. Never reused: every attempt has its own staging
 * table and its own operation id.
 *
 * @param run the run
 * @param chunk the chunk's index, from 0
 * @param attempt the attempt, from 1
 */
public record AttemptId(RunId run, int chunk, int attempt) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a number is out of range
   */
  public AttemptId {
    Objects.requireNonNull(run, "run");
    if (chunk < 0) {
      throw new IllegalArgumentException("a chunk's index is counted from 0");
    }
    if (attempt < 1) {
      throw new IllegalArgumentException("an attempt is counted from 1");
    }
  }

  /**
   * The text form, safe in identifiers once its hyphens are allowed.
   *
   * @return e.g. {@code <run id>-c12-a1}
   */
  @Override
  public String toString() {
    return run.value() + "-c" + chunk + "-a" + attempt;
  }
}
