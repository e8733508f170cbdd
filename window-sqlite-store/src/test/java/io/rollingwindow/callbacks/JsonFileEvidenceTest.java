package io.rollingwindow.callbacks;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.rollingwindow.EvidenceCallback;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.testkit.EvidenceCallbackContract;
import io.rollingwindow.testkit.Expect;
import io.rollingwindow.testkit.Port;
import io.rollingwindow.testkit.SampleRecords;
import io.rollingwindow.testkit.TestWorld;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One durable document for each run, written once. */
final class JsonFileEvidenceTest extends EvidenceCallbackContract {

  /** Long enough not to be a part of some digest by chance. */
  private static final long ROW_ID = 987_654_321_012_345L;

  @TempDir Path directory;

  @Override
  protected EvidenceCallback callback() {
    return new JsonFileEvidence(directory);
  }

  @Override
  protected Object recorded() throws Exception {
    return Directory.contents(directory);
  }

  private Path only() throws Exception {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all = files.toList();
      assertEquals(1, all.size(), all::toString);
      return all.get(0);
    }
  }

  @Test
  void aRunIsToldByOneDocumentWithItsFiguresAndWithoutRowValues() throws Exception {
    TestWorld world = new TestWorld();
    world.source.add(TestWorld.at(ROW_ID, TestWorld.START, 5));
    world.runtime().evidence(callback()).build().run(TestWorld.config(2), "i1");
    String text = Files.readString(only());
    JsonNode document = new ObjectMapper().readTree(text);
    JsonNode publication = document.get("publication");

    assertEquals(1, document.get("version").asInt());
    assertEquals(only().getFileName().toString(), publication.get("run").asText() + ".json");
    assertEquals("2026-09-07T00:00:00Z", publication.get("start").asText());
    assertEquals(5, publication.get("window").get("rows").asLong());
    assertEquals(3, publication.get("generation").get("outside_rows").asLong());
    assertEquals(8, publication.get("generation").get("total_rows").asLong());
    assertEquals(2, publication.get("chunks").size());
    assertEquals(
        "rowbinary-siphash128-sum-v1", publication.get("window").get("digest_algorithm").asText());
    assertEquals(1, document.get("recorded").get("fencing_token").asLong());
    assertFalse(text.contains(Long.toString(ROW_ID)), "a row's id");
  }

  @Test
  void aChunkWithoutRowsNamesNoStagingTable() throws Exception {
    Publication publication = Publication.of(LocalDate.of(2026, 9, 7), 2, day -> day);
    publication.recordWith(callback());
    JsonNode chunks = new ObjectMapper().readTree(only().toFile()).at("/publication/chunks");

    assertFalse(chunks.get(0).has("staging_table"));
    assertFalse(chunks.get(0).has("staging_uuid"));
    assertEquals("events__stage_1", chunks.get(1).get("staging_table").asText());
    assertEquals("uuid-1", chunks.get(1).get("staging_uuid").asText());
  }

  @Test
  void aLostAcknowledgementLeavesTheFirstDocumentAsItIs() throws Exception {
    TestWorld world = new TestWorld();
    world.faults.before(Port.STATE, 1, Expect::crash);
    Expect.failure(
        ErrorCode.STATE_FAILED,
        () -> world.runtime().evidence(callback()).build().run(TestWorld.config(1), "i1"));
    byte[] first = Files.readAllBytes(only());
    world.runtime().evidence(callback()).build().run(TestWorld.config(1), "i1");

    assertArrayEquals(first, Files.readAllBytes(only()));
  }

  @Test
  void aDocumentThatSaysSomethingElseIsKept() throws Exception {
    Path file = new JsonFileEvidence(directory).fileOf(SampleRecords.plan(1));
    Files.writeString(file, "{\"version\":1,\"publication\":{},\"recorded\":{}}");

    assertThrows(IllegalStateException.class, () -> record(1, lease(1)));
    assertEquals("{\"version\":1,\"publication\":{},\"recorded\":{}}", Files.readString(file));
  }

  @Test
  void aPublicationDurationThatWasLostIsUnavailable() throws Exception {
    Lease lease = lease(1);
    record(1, lease);

    assertEquals(
        "unavailable",
        new ObjectMapper()
            .readTree(Files.readString(only()))
            .get("recorded")
            .get("publish_nanos")
            .asText());
  }

  @Test
  void aDirectoryThatIsGoneIsAFailure() throws Exception {
    Files.delete(directory);

    assertThrows(IOException.class, () -> record(1, lease(1)));
    Files.createDirectory(directory);
  }
}
