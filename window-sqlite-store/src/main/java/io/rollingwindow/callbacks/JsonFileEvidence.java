package io.rollingwindow.callbacks;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.EvidenceMetrics;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

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

  private final Path directory;

  /**
   * Binds a directory.
   *
   * @param directory an existing directory on a durable file system
   */
  public JsonFileEvidence(Path directory) {
    this.directory = Objects.requireNonNull(directory, "directory");
  }

  /**
   * Where the document of a run is.
   *
   * @param plan the run's plan
   * @return the file, whether it exists or not
   */
  public Path fileOf(WindowPlan plan) {
    return directory.resolve(plan.runId() + ".json");
  }

  @Override
  public void record(
      WindowPlan plan,
      PreparedGeneration generation,
      List<ChunkReceipt> receipts,
      Lease lease,
      EvidenceMetrics metrics)
      throws IOException {
    Path file = fileOf(plan);
    byte[] document =
        MAPPER
            .writerWithDefaultPrettyPrinter()
            .writeValueAsBytes(EvidenceJson.document(plan, generation, receipts, lease, metrics));
    Path draft = directory.resolve("." + plan.runId() + "-" + UUID.randomUUID() + ".tmp");
    try {
      write(draft, document);
      try {
        // Unlike a move, a link never replaces what another process has just put there.
        Files.createLink(file, draft);
      } catch (FileAlreadyExistsException e) {
        requireSame(file, document, lease);
        force(file, StandardOpenOption.WRITE);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
    forceDirectory();
  }

  private static void requireSame(Path file, byte[] document, Lease lease) throws IOException {
    JsonNode there = MAPPER.readTree(Files.readAllBytes(file));
    JsonNode ours = MAPPER.readTree(document);
    if (!ours.get("version").equals(there.get("version"))
        || !ours.get("publication").equals(there.get("publication"))) {
      throw new IllegalStateException(
          "Evidence " + file + " says something else of the same run; it was kept as it is.");
    }
    if (there.path("recorded").path("fencing_token").asLong(Long.MAX_VALUE)
        > lease.fencingToken()) {
      throw new IllegalStateException(
          "Evidence " + file + " was recorded under a later lease; this one is stale.");
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
  }

  private void forceDirectory() throws IOException {
    // Windows opens no directories, and keeps names durable by itself.
    if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      force(directory, StandardOpenOption.READ);
    }
  }

  private static void force(Path path, StandardOpenOption how) throws IOException {
    try (FileChannel channel = FileChannel.open(path, how)) {
      channel.force(true);
    }
  }
}
