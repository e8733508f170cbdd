package io.rollingwindow.it.demo;

import io.rollingwindow.ConsoleProgress;
import io.rollingwindow.ProcessResult;
import io.rollingwindow.WindowListener;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import java.io.PrintStream;
import java.time.Duration;

/** A line for every chunk, and the console's own lines for everything else. */
final class ChunkLines implements WindowListener {

  private final PrintStream out;
  private final ConsoleProgress console;

  ChunkLines(PrintStream out) {
    this.out = out;
    this.console = new ConsoleProgress(out, false);
  }

  @Override
  public void started(WindowPlan plan, String invocationId) {
    console.started(plan, invocationId);
  }

  @Override
  public void chunkVerified(ChunkReceipt receipt) {
    long rows = receipt.totals().rows();
    double seconds = receipt.stageNanos() / 1e9;
    out.printf(
        "  chunk %d  %-8s  %,9d rows  %,9.0f rows/s%n",
        receipt.chunk(), "verified", rows, rows / seconds);
  }

  @Override
  public void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {
    console.chunkRetried(attempt, cause, pause);
  }

  @Override
  public void prepared(RunId run, PreparedGeneration generation) {
    console.prepared(run, generation);
  }

  @Override
  public void published(RunId run, PreparedGeneration generation) {
    console.published(run, generation);
  }

  @Override
  public void evidenceRecorded(RunId run) {
    console.evidenceRecorded(run);
  }

  @Override
  public void stateAdvanced(RunId run) {
    console.stateAdvanced(run);
  }

  @Override
  public void finished(ProcessResult result) {
    console.finished(result);
  }

  @Override
  public void failed(String invocationId, WindowException failure) {
    console.failed(invocationId, failure);
  }
}
