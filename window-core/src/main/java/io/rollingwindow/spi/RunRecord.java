package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One run as journaled.
 *
 * @param run its id
 * @param targetId the target
 * @param invocationId the caller's id
 * @param plan what identifies the work
 * @param phase how far it came
 * @param generation what was prepared; present from {@link RunPhase#PREPARED} on
 * @param proof how it was proven; present before an intent is written
 * @param publishNanos how long the EXCHANGE and its inspection took; empty when lost with a process
 * @param failure why it ended; present for the ends other than success
 * @param result what a repeat returns; present once succeeded
 */
public record RunRecord(
    RunId run,
    String targetId,
    String invocationId,
    WindowPlan plan,
    RunPhase phase,
    Optional<PreparedGeneration> generation,
    Optional<GenerationProof> proof,
    OptionalLong publishNanos,
    Optional<RunFailure> failure,
    Optional<RunResult> result)
    implements JournalRecord {

  /**
   * Checks that the parts fit the phase.
   *
   * @throws IllegalArgumentException when they do not
   */
  public RunRecord {
    Objects.requireNonNull(run, "run");
    SpiText.requireText(targetId, "targetId");
    SpiText.requireText(invocationId, "invocationId");
    Objects.requireNonNull(plan, "plan");
    Objects.requireNonNull(phase, "phase");
    Objects.requireNonNull(generation, "generation");
    Objects.requireNonNull(proof, "proof");
    Objects.requireNonNull(publishNanos, "publishNanos");
    Objects.requireNonNull(failure, "failure");
    Objects.requireNonNull(result, "result");
    if (!run.equals(plan.runId()) || !targetId.equals(plan.targetId())) {
      throw new IllegalArgumentException("the record does not belong to its plan");
    }
    if (phase == RunPhase.SUCCEEDED != result.isPresent()) {
      throw new IllegalArgumentException("a run has a result exactly when it succeeded");
    }
  }
}
