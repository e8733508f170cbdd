package io.rollingwindow.clickhouse.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.Stored;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of one target: one for each run, one for what all of them share, and one to lock. Each
 * holds versioned JSON with a checksum over its content.
 */
public final class PublicationFile {

  private static final int VERSION = 1;
  private static final String SUFFIX = ".json";
  private static final String HEAD = "head";
  private static final Duration LOCK_WAIT = Duration.ofSeconds(30);

  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(
              DeserializationFeature.FAIL_ON_TRAILING_TOKENS,
              DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
              DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withCoercionConfig(
              LogicalType.Textual,
              config -> {
                for (CoercionInputShape shape : CoercionInputShape.values()) {
                  config.setCoercion(shape, CoercionAction.Fail);
                }
              })
          .build();

  private final Path directory;

  private PublicationFile(Path directory) {
    this.directory = directory;
  }

  /**
   * The files of a target.
   *
   * @param root where all targets are kept
   * @param targetId the target
   * @return its files, whether they exist or not
   */
  public static PublicationFile of(Path root, String targetId) {
    return new PublicationFile(root.resolve(sha256(targetId.getBytes(StandardCharsets.UTF_8))));
  }

  /**
   * One record as it is kept.
   *
   * @param stored the record and its revision
   * @param sequence its place among the target's records, by creation
   */
  public record Entry(Stored<PublicationRecord> stored, long sequence) {}

  /**
   * What all records of a target share.
   *
   * @param fencingToken the largest token that has written
   * @param sequence the last place given away
   */
  public record Head(long fencingToken, long sequence) {}

  /** The stored form of a record. */
  private record Form(
      long revision,
      long sequence,
      String target,
      String run,
      String targetTable,
      String targetUuid,
      String generationTable,
      String generationUuid,
      long fencingToken,
      String status,
      String backupTable,
      String settledBy) {}

  /**
   * The file of a run.
   *
   * @param run the run
   * @return its path, whether it exists or not
   */
  public Path record(RunId run) {
    return directory.resolve(run.value() + SUFFIX);
  }

  /**
   * Every run's file.
   *
   * @return their paths, in no order
   * @throws IOException when the directory cannot be read
   */
  public List<Path> records() throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.toString().endsWith(SUFFIX))
          .filter(file -> !file.getFileName().toString().equals(HEAD + SUFFIX))
          .toList();
    }
  }

  /**
   * Does something while every other process and store is kept out.
   *
   * @param work what to do
   * @param <T> what it answers
   * @return its answer
   * @throws IOException when the lock cannot be had in time, or from the work
   */
  public <T> T exclusively(Work<T> work) throws IOException {
    DurableFiles.createDirectories(directory);
    try (FileChannel channel =
        FileChannel.open(
            directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      FileLock[] lock = new FileLock[1];
      if (!Deadline.await(LOCK_WAIT, () -> (lock[0] = tryLock(channel)) != null)) {
        throw new IOException("another writer kept the lock for " + LOCK_WAIT);
      }
      // Closing the channel gives the lock back.
      return work.run();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /**
   * What is done under the lock.
   *
   * @param <T> what it answers
   */
  @FunctionalInterface
  public interface Work<T> {

    /**
     * Does it.
     *
     * @return the answer
     * @throws IOException when a file cannot be read or written
     */
    T run() throws IOException;
  }

  /** Null while another process, or another store in this one, has the lock. */
  private static FileLock tryLock(FileChannel channel) {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reads what all records share.
   *
   * @return zeros when nothing was written yet
   * @throws IOException when it cannot be read
   * @throws RefusedException when it is corrupt
   */
  public Head head() throws IOException {
    Path file = directory.resolve(HEAD + SUFFIX);
    return Files.exists(file) ? open(file, Head.class) : new Head(0, 0);
  }

  /**
   * Writes what all records share, where it changed.
   *
   * @param next what to write
   * @param prior what was read
   * @throws IOException when it cannot be written
   */
  public void write(Head next, Head prior) throws IOException {
    if (!next.equals(prior)) {
      DurableFiles.replace(directory.resolve(HEAD + SUFFIX), sealed(next));
    }
  }

  /**
   * Writes a record.
   *
   * @param entry what to write
   * @throws IOException when it cannot be written
   */
  public void write(Entry entry) throws IOException {
    PublicationRecord record = entry.stored().record();
    PublicationIntent intent = record.intent();
    DurableFiles.replace(
        record(intent.run()),
        sealed(
            new Form(
                entry.stored().revision(),
                entry.sequence(),
                record.targetId(),
                intent.run().value(),
                intent.targetTable(),
                intent.targetUuid(),
                intent.generationTable(),
                intent.generationUuid(),
                intent.fencingToken(),
                record.status().name(),
                record.backupTable().orElse(null),
                record.settledBy().orElse(null))));
  }

  /**
   * Reads a record.
   *
   * @param file its file
   * @param targetId the target that it must belong to
   * @return the record
   * @throws IOException when it cannot be read
   * @throws RefusedException when it is corrupt or belongs elsewhere
   */
  public static Entry read(Path file, String targetId) throws IOException {
    Form form = open(file, Form.class);
    try {
      Entry entry =
          new Entry(
              new Stored<>(
                  new PublicationRecord(
                      form.target(),
                      new PublicationIntent(
                          new RunId(form.run()),
                          form.targetTable(),
                          form.targetUuid(),
                          form.generationTable(),
                          form.generationUuid(),
                          form.fencingToken()),
                      PublicationRecord.Status.valueOf(form.status()),
                      Optional.ofNullable(form.backupTable()),
                      Optional.ofNullable(form.settledBy())),
                  form.revision()),
              form.sequence());
      boolean inPlace =
          form.target().equals(targetId)
              && file.getFileName().toString().equals(form.run() + SUFFIX);
      if (!inPlace) {
        throw corrupt(file, null);
      }
      return entry;
    } catch (IllegalArgumentException | NullPointerException e) {
      throw corrupt(file, e);
    }
  }

  private static byte[] sealed(Object content) throws JsonProcessingException {
    JsonNode body = JSON.valueToTree(content);
    ObjectNode envelope = JSON.createObjectNode();
    envelope.put("version", VERSION);
    envelope.put("sha256", sha256(JSON.writeValueAsBytes(body)));
    envelope.set("content", body);
    return JSON.writeValueAsBytes(envelope);
  }

  private static <T> T open(Path file, Class<T> type) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      JsonNode envelope = JSON.readTree(bytes);
      JsonNode version = envelope.path("version");
      JsonNode content = envelope.path("content");
      boolean whole =
          envelope.size() == 3
              && version.isIntegralNumber()
              && version.asLong() == VERSION
              && sha256(JSON.writeValueAsBytes(content))
                  .equals(envelope.path("sha256").textValue());
      if (!whole) {
        throw corrupt(file, null);
      }
      return JSON.treeToValue(content, type);
    } catch (JsonProcessingException e) {
      throw corrupt(file, e);
    }
  }

  private static RefusedException corrupt(Path file, Exception cause) {
    return new RefusedException(
        ErrorCode.JOURNAL_CORRUPT,
        "The publication record "
            + file.getFileName()
            + " does not read as one that this library wrote. It was left as it is; reconcile it with"
            + " the target's tables by hand.",
        cause);
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
