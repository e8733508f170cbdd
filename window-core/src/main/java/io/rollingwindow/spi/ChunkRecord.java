package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One chunk of a run as journaled.
 *
 * @param run the run
 * @param targetId the target
 * @param chunk the chunk's index, from 0
 * @param attempts how many attempts were started, at least 1
 * @param undiscarded attempts whose absence on the target is not confirmed, ascending; the current
 *     one is among them until it is verified
 * @param receipt what was verified; empty until then
 */
public record ChunkRecord(
    RunId run,
    String targetId,
    int chunk,
    int attempts,
    List<Integer> undiscarded,
    Optional<ChunkReceipt> receipt)
    implements JournalRecord {

  /**
   * Checks that the parts fit.
   *
   * @throws IllegalArgumentException when they do not
   */
  public ChunkRecord {
    Objects.requireNonNull(run, "run");
    SpiText.requireText(targetId, "targetId");
    undiscarded = List.copyOf(undiscarded);
    Objects.requireNonNull(receipt, "receipt");
    if (chunk < 0 || attempts < 1) {
      throw new IllegalArgumentException("chunks count from 0 and attempts from 1");
    }
    if (undiscarded.stream().anyMatch(attempt -> attempt < 1 || attempt > attempts)) {
      throw new IllegalArgumentException("an undiscarded attempt was never started");
    }
    if (receipt.isPresent()
        && (!receipt.get().attempt().run().equals(run)
            || receipt.get().chunk() != chunk
            || receipt.get().attempt().attempt() > attempts)) {
      throw new IllegalArgumentException("the receipt belongs to another chunk");
    }
  }
}
