package io.rollingwindow;

import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.PreparedGeneration;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shows runs on a console: one bar that fills with verified chunks, and one line for each step. On
 * a terminal the bar is drawn over itself; elsewhere a line is printed at every tenth part. For one
 * run at a time; its methods may be called by many threads.
 */
public final class ConsoleProgress implements WindowListener {

  private static final int WIDTH = 40;
  private static final int PARTS = 10;

  private final PrintStream out;
  private final boolean terminal;
  private final ReentrantLock lock = new ReentrantLock();

  // Under the lock.
  private int chunks;
  private int verified;
  private int retries;
  private long rows;
  private boolean barOpen;

  /**
   * A progress bar.
   *
   * @param out where it is printed; not closed
   * @param terminal whether a carriage return goes back to the start of the line there
   */
  public ConsoleProgress(PrintStream out, boolean terminal) {
    this.out = Objects.requireNonNull(out, "out");
    this.terminal = terminal;
  }

  @Override
  public void started(WindowPlan plan, String invocationId) {
    lock.lock();
    try {
      chunks = plan.grid().count();
      verified = 0;
      retries = 0;
      rows = 0;
      line("Refreshing " + plan.targetId() + " " + plan.interval() + ", run " + plan.runId());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void chunkVerified(ChunkReceipt receipt) {
    lock.lock();
    try {
      verified++;
      rows += receipt.totals().rows();
      boolean nextPart = (long) verified * PARTS / chunks != (long) (verified - 1) * PARTS / chunks;
      if (terminal) {
        out.print("\r" + bar());
        out.flush();
        barOpen = true;
      } else if (nextPart) {
        line(bar());
      }
    } finally {
      lock.unlock();
    }
  }

  private String bar() {
    int filled = (int) ((long) verified * WIDTH / chunks);
    return "["
        + "#".repeat(filled)
        + ".".repeat(WIDTH - filled)
        + "] "
        + verified
        + "/"
        + chunks
        + " chunks, "
        + rows
        + " rows"
        + (retries == 0 ? "" : ", " + retries + " retries");
  }

  @Override
  public void chunkRetried(AttemptId attempt, WindowException cause, Duration pause) {
    lock.lock();
    try {
      retries++;
      line("Chunk " + attempt.chunk() + " is tried again: " + cause.code().code());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void prepared(RunId run, PreparedGeneration generation) {
    step(
        "Prepared by "
            + generation.strategy()
            + ": "
            + generation.windowRows()
            + " rows inside, "
            + generation.outsideRows()
            + " kept outside");
  }

  @Override
  public void published(RunId run, PreparedGeneration generation) {
    step("Published; the old table is kept as a backup");
  }

  @Override
  public void evidenceRecorded(RunId run) {
    step("Evidence recorded");
  }

  @Override
  public void stateAdvanced(RunId run) {
    step("State advanced");
  }

  @Override
  public void finished(ProcessResult result) {
    step(
        "Finished: "
            + result.windowRows()
            + " rows in the window, "
            + result.finalRows()
            + " in the table, "
            + result.duration());
  }

  @Override
  public void failed(String invocationId, WindowException failure) {
    step("Failed: " + failure.getMessage());
  }

  private void step(String text) {
    lock.lock();
    try {
      line(text);
    } finally {
      lock.unlock();
    }
  }

  private void line(String text) {
    out.println((barOpen ? System.lineSeparator() : "") + text);
    barOpen = false;
  }
}
