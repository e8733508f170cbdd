package io.rollingwindow.it.bench;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Stops the time between the steps of one run. Chunks are told of by several threads. */
final class Phases implements WindowListener {

  /** A stretch of a run, named for what is done in it. */
  enum Phase {
    /** Lease, preflight of both sides, snapshot, registration of the plan. */
    BEGIN("preflight and snapshot"),
    /** Chunks read, loaded and verified. */
    STAGE("staging and verification"),
    /** Generation built and verified. */
    PREPARE("generation"),
    /** Proof, intent, exchange, inspection. */
    PUBLISH("proof and exchange"),
    /** Evidence and state with their journal entries, staging dropped. */
    END("evidence, state, tidying");

    private final String title;

    Phase(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  private final Map<Phase, Long> nanos = new EnumMap<>(Phase.class);
  private long last = System.nanoTime();

  private synchronized void ends(Phase phase) {
    long now = System.nanoTime();
    nanos.merge(phase, now - last, Long::sum);
    last = now;
  }

  @Override
  public void started(WindowPlan plan, String invocationId) {
    ends(Phase.BEGIN);
  }

  @Override
  public void chunkVerified(ChunkReceipt receipt) {
    ends(Phase.STAGE);
  }

  @Override
  public void prepared(RunId run, PreparedGeneration generation) {
    ends(Phase.PREPARE);
  }

  @Override
  public void published(RunId run, PreparedGeneration generation) {
    ends(Phase.PUBLISH);
  }

  @Override
  public void finished(ProcessResult result) {
    ends(Phase.END);
  }

  /** How long a phase took, in seconds. */
  synchronized double seconds(Phase phase) {
    return nanos.getOrDefault(phase, 0L) / 1e9;
  }

  /** What building, proving and publishing the generation took, in seconds. */
  double publication() {
    return seconds(Phase.PREPARE) + seconds(Phase.PUBLISH);
  }

  /** The whole run, in seconds. */
  double total() {
    return List.of(Phase.values()).stream().mapToDouble(this::seconds).sum();
  }
}
