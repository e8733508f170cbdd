package io.rollingwindow.callbacks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Evidence as one JSON document for each run, {@code <run id>.json} in a directory.
 *
 * <p>A document appears whole or not at all, under a name that nobody else has taken, and is forced
 * to disk with its name before the call returns. It is written once: called again for the same
 * publication, by whichever process, it is only forced again, so what was first recorded stays, its
 * durations included. A document that says something else of the same run, or that was recorded
 * under a later lease, is never overwritten; the call fails.
 *
 * <p>The document has a {@code version}, what was published under {@code publication}, and what one
 * call saw of it under {@code recorded}. It holds no values of rows. The directory's file system
 * must know hard links. Safe for many threads and processes.
 */
public final class JsonFileEvidence implements EvidenceCallback {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final RunFiles files;

  /**
   * Binds a directory.
   *
   * @param directory an existing directory on a durable file system
   */
  public JsonFileEvidence(Path directory) {
    this.files = new RunFiles(directory, ".json");
  }

  /**
   * Where the document of a run is.
   *
   * @param plan the run's plan
   * @return the file, whether it exists or not
   */
  public Path fileOf(WindowPlan plan) {
    return files.fileOf(plan);
  }

  @Override
  public void record(
      WindowPlan plan,
      PreparedGeneration generation,
      List<ChunkReceipt> receipts,
      Lease lease,
      EvidenceMetrics metrics)
      throws IOException {
    ObjectNode document = EvidenceJson.document(plan, generation, receipts, lease, metrics);
    byte[] content = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(document);
    files.write(
        plan,
        content,
        (file, there) ->
            EvidenceJson.requireSame(
                file, MAPPER.readTree(there), MAPPER.readTree(content), lease));
  }
}
