package io.rollingwindow.internal.run;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import java.util.Optional;
import java.util.OptionalLong;

/** The steps from one state of a run to the next. */
final class RunTransitions {

  private RunTransitions() {}

  static RunRecord planned(String invocationId, WindowPlan plan) {
    return new RunRecord(
        plan.runId(),
        plan.targetId(),
        invocationId,
        plan,
        RunPhase.PLANNED,
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static RunRecord to(RunPhase phase, RunRecord from) {
    return copy(from, phase, from.generation(), from.proof(), from.publishNanos());
  }

  static RunRecord prepared(RunRecord from, PreparedGeneration generation) {
    return copy(
        from, RunPhase.PREPARED, Optional.of(generation), Optional.empty(), OptionalLong.empty());
  }

  static RunRecord proven(RunRecord from, GenerationProof proof) {
    return copy(
        from, RunPhase.PREPARED, from.generation(), Optional.of(proof), OptionalLong.empty());
  }

  static RunRecord published(RunRecord from, OptionalLong publishNanos) {
    return copy(from, RunPhase.PUBLISHED, from.generation(), from.proof(), publishNanos);
  }

  static RunRecord ended(RunRecord from, RunPhase end, RunFailure failure) {
    return end(from, end, Optional.of(failure), Optional.empty());
  }

  static RunRecord succeeded(RunRecord from, RunResult result) {
    return end(from, RunPhase.SUCCEEDED, Optional.empty(), Optional.of(result));
  }

  private static RunRecord copy(
      RunRecord from,
      RunPhase phase,
      Optional<PreparedGeneration> generation,
      Optional<GenerationProof> proof,
      OptionalLong publishNanos) {
    return new RunRecord(
        from.run(),
        from.targetId(),
        from.invocationId(),
        from.plan(),
        phase,
        generation,
        proof,
        publishNanos,
        from.failure(),
        from.result());
  }

  private static RunRecord end(
      RunRecord from, RunPhase phase, Optional<RunFailure> failure, Optional<RunResult> result) {
    return new RunRecord(
        from.run(),
        from.targetId(),
        from.invocationId(),
        from.plan(),
        phase,
        from.generation(),
        from.proof(),
        from.publishNanos(),
        failure,
        result);
  }
}
