package io.rollingwindow.internal.run;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Location;
import io.rollingwindow.error.Phase;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.CancellationToken;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.SourceSnapshot;
import io.rollingwindow.spi.Stored;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Stages all chunks of a plan with a fixed number of workers. A worker that finds no chunk to begin
 * helps with the slices of one that is being read; a chunk never waits for help, so a single worker
 * does everything. The first failure stops all workers; those that were stopped are cancelled, not
 * failed. The lease is the caller's: it is asked, never taken or given back.
 *
 * <p>Returns after every worker has ended. For one call.
 */
public final class BoundedWindowExecutor {

  private static final long CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private static final Duration LAST_STEPS = Duration.ofSeconds(1);

  private final RunParts parts;
  private final SourceSnapshot snapshot;
  private final WindowPlan plan;
  private final int parallelism;
  private final HeldLease lease;
  private final StopSignal stop;

  private final Gate gate;
  private final Map<Integer, Stored<ChunkRecord>> journaled = new HashMap<>();
  private final ChunkReceipt[] receipts;
  private int working; // inside the gate

  /**
   * Binds one execution.
   *
   * @param parts what runs are composed of
   * @param snapshot the open snapshot of the plan
   * @param plan what is staged
   * @param parallelism how many workers
   * @param lease the held lease of the plan's target
   * @param stop stops the workers
   * @throws IllegalArgumentException when the lease is not that of the plan's target
   */
  public BoundedWindowExecutor(
      RunParts parts,
      SourceSnapshot snapshot,
      WindowPlan plan,
      int parallelism,
      HeldLease lease,
      StopSignal stop) {
    if (!lease.current().targetId().equals(plan.targetId())) {
      throw new IllegalArgumentException(
          "the lease of " + lease.current().targetId() + " does not cover " + plan.targetId());
    }
    this.parts = parts;
    this.snapshot = snapshot;
    this.plan = plan;
    this.parallelism = parallelism;
    this.lease = lease;
    this.stop = stop;
    this.gate = parts.scheduling().gate();
    this.receipts = new ChunkReceipt[plan.grid().count()];
  }

  /**
   * Stages what is not staged yet.
   *
   * @param known what an earlier call journaled of the same plan
   * @return a verified, journaled receipt for every chunk, in order
   */
  public List<ChunkReceipt> execute(List<Stored<ChunkRecord>> known) {
    List<Integer> open = openChunks(known);
    if (!open.isEmpty()) {
      JournalWriter journal =
          new JournalWriter(new SteadyStore(parts.at(), lease), parts.scheduling());
      WorkQueue queue = new WorkQueue(open, gate, stop);
      ChunkStager stager =
          new ChunkStager(parts, snapshot, plan, parallelism, lease, journal, queue, stop);
      CancellationToken.Registration wake = stop.token().onCancel(queue::wake);
      try {
        runWorkers(() -> work(queue, stager));
      } finally {
        wake.close();
      }
      flush(journal);
    }
    return List.of(receipts);
  }

  private List<Integer> openChunks(List<Stored<ChunkRecord>> known) {
    for (Stored<ChunkRecord> stored : known) {
      ChunkRecord record = stored.record();
      journaled.put(record.chunk(), stored);
      record.receipt().ifPresent(this::confirm);
    }
    List<Integer> open = new ArrayList<>();
    for (int chunk = 0; chunk < receipts.length; chunk++) {
      if (receipts[chunk] == null) {
        open.add(chunk);
      }
    }
    return open;
  }

  private void confirm(ChunkReceipt receipt) {
    if (!parts.target().confirm(plan, receipt)) {
      throw new RefusedException(
              ErrorCode.STAGING_MISMATCH,
              "What was staged of chunk "
                  + receipt.chunk()
                  + " changed after it was verified; the target is as it was.")
          .at(Location.of(Phase.STAGING, receipt.chunk(), receipt.attempt().attempt()));
    }
    receipts[receipt.chunk()] = receipt;
  }

  private void runWorkers(Runnable body) {
    List<Scheduling.Worker> workers = new ArrayList<>(parallelism);
    working = parallelism;
    try {
      for (int i = 0; i < parallelism; i++) {
        workers.add(parts.scheduling().start("rollingwindow-worker-" + i, body));
      }
    } catch (RuntimeException | Error e) {
      stop.stop(e);
      ended(parallelism - workers.size());
    }
    boolean interrupted = awaitWorkers();
    try {
      joinAll(workers);
      stop.throwIfStopped();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void work(WorkQueue queue, ChunkStager stager) {
    try {
      for (WorkQueue.Work next = queue.next(); next != null; next = queue.next()) {
        if (next instanceof WorkQueue.Work.HelpChunk help) {
          help.slices().help();
        } else if (next instanceof WorkQueue.Work.BeginChunk begin) {
          begin(begin.index(), queue, stager);
        }
      }
    } catch (InterruptedException e) {
      stop.cancel();
    } catch (RuntimeException | Error e) {
      stop.stop(e);
    } finally {
      ended(1);
    }
  }

  private void begin(int index, WorkQueue queue, ChunkStager stager) throws InterruptedException {
    try {
      ChunkReceipt receipt =
          stager.stage(plan.grid().chunk(index), Optional.ofNullable(journaled.get(index)));
      gate.enter();
      try {
        receipts[index] = receipt;
      } finally {
        gate.leave();
      }
    } catch (RuntimeException | Error e) {
      // Before anybody can see the chunk as done.
      stop.stop(e);
      throw e;
    } finally {
      queue.done();
    }
  }

  private void ended(int workers) {
    gate.enter();
    try {
      working -= workers;
      gate.signalAll();
    } finally {
      gate.leave();
    }
  }

  /**
   * Waits for the workers, without end while they work, within bounds once they were stopped.
   *
   * @return whether the caller was interrupted, which stops them
   */
  private boolean awaitWorkers() {
    boolean interrupted = false;
    long waited = 0;
    long bound = parts.limits().stopTimeout().toNanos();
    while (waited < bound) {
      long since = parts.scheduling().nanoTime();
      try {
        if (haveEndedSoon()) {
          return interrupted;
        }
      } catch (InterruptedException e) {
        interrupted = true;
        stop.cancel();
      }
      waited = stop.isStopped() ? waited + parts.scheduling().nanoTime() - since : 0;
    }
    return interrupted;
  }

  private boolean haveEndedSoon() throws InterruptedException {
    gate.enter();
    try {
      if (working > 0) {
        gate.await(CHECK_NANOS);
      }
      return working == 0;
    } finally {
      gate.leave();
    }
  }

  private void joinAll(List<Scheduling.Worker> workers) {
    boolean allEnded = true;
    for (Scheduling.Worker worker : workers) {
      allEnded &= Joining.join(parts.scheduling(), worker, LAST_STEPS);
    }
    if (!allEnded) {
      RefusedException stuck =
          new RefusedException(
              ErrorCode.UNEXPECTED,
              "A worker did not stop in time and still holds a connection; the target is as it"
                  + " was.");
      stop.attach(stuck);
    }
  }

  private void flush(JournalWriter journal) {
    try {
      journal.flush();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      stop.cancel();
      stop.throwIfStopped();
    }
  }
}
