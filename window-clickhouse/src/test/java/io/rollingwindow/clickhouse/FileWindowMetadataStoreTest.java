package io.rollingwindow.clickhouse;

import static io.rollingwindow.testkit.SampleRecords.TARGET_ID;
import static io.rollingwindow.testkit.SampleRecords.publication;
import static io.rollingwindow.testkit.SampleRecords.runId;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PublicationRecord.Status;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.testkit.PublicationRecordsContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileWindowMetadataStoreTest {

  @TempDir Path directory;

  @Nested
  class KeepsTheContract extends PublicationRecordsContract {

    @Override
    protected PublicationRecords records() {
      return store();
    }

    @Override
    protected Lease lease() {
      return LEASE;
    }

    /** A store of files grants no leases, but it has a clock. */
    @Override
    protected Lease staleLease() {
      return new Lease(TARGET_ID, "owner", 1, Instant.EPOCH);
    }
  }

  private static final Lease LEASE = new Lease(TARGET_ID, "owner", 1, Instant.MAX);

  private FileWindowMetadataStore store() {
    return FileWindowMetadataStore.open(directory.resolve("a").resolve("b"));
  }

  private Path recordFile() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(runId(1).value()))
          .findFirst()
          .orElseThrow();
    }
  }

  private void assertCorrupt() {
    RefusedException refused =
        assertThrows(RefusedException.class, () -> store().publication(TARGET_ID, runId(1)));
    assertEquals(ErrorCode.JOURNAL_CORRUPT, refused.code());
    assertThrows(RefusedException.class, () -> store().unsettledPublications(TARGET_ID));
    assertThrows(
        RefusedException.class, () -> store().save(LEASE, publication(1, Status.UNKNOWN), 1));
  }

  @Test
  void aSingleChangedCharacterIsNoticedAndLeftAsItIs() throws IOException {
    store().save(LEASE, publication(1, Status.INTENDED), 0);
    String changed = Files.readString(recordFile()).replace("uuid-g", "uuid-h");
    Files.writeString(recordFile(), changed);

    assertCorrupt();
    assertEquals(changed, Files.readString(recordFile()));
  }

  @Test
  void aFileThatWasCutShortIsNoticed() throws IOException {
    store().save(LEASE, publication(1, Status.INTENDED), 0);
    byte[] whole = Files.readAllBytes(recordFile());
    Files.write(recordFile(), java.util.Arrays.copyOf(whole, whole.length / 2));

    assertCorrupt();
  }

  @ParameterizedTest
  @ValueSource(strings = {"true", "1.0", "\"1\"", "null", "0", "2"})
  void aVersionThatIsNotOursIsRefused(String version) throws IOException {
    store().save(LEASE, publication(1, Status.INTENDED), 0);
    Files.writeString(
        recordFile(),
        Files.readString(recordFile()).replace("\"version\":1", "\"version\":" + version));

    assertCorrupt();
  }

  @Test
  void aRecordUnderAnotherRunsNameIsRefused() throws IOException {
    store().save(LEASE, publication(2, Status.INTENDED), 0);
    try (Stream<Path> files = Files.walk(directory)) {
      Path other =
          files
              .filter(file -> file.getFileName().toString().startsWith(runId(2).value()))
              .findFirst()
              .orElseThrow();
      Files.move(other, other.resolveSibling(runId(1).value() + ".json"));
    }

    assertCorrupt();
  }

  @Test
  void whatACrashLeftBesideARecordIsIgnored() throws IOException {
    store().save(LEASE, publication(1, Status.INTENDED), 0);
    byte[] half = "{\"version\"".getBytes(StandardCharsets.UTF_8);
    Path unfinished = recordFile().resolveSibling(runId(1).value() + ".json.tmp");
    Files.write(unfinished, half);

    assertEquals(1, store().publication(TARGET_ID, runId(1)).orElseThrow().revision());
    assertEquals(1, store().unsettledPublications(TARGET_ID).size());
    assertArrayEquals(half, Files.readAllBytes(unfinished));
    assertEquals(2, store().save(LEASE, publication(1, Status.UNKNOWN), 1).revision());
  }

  @Test
  void aDirectoryThatCannotBeMadeIsRefused() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    RefusedException refused =
        assertThrows(
            RefusedException.class, () -> FileWindowMetadataStore.open(file.resolve("below")));
    assertEquals(ErrorCode.STORE_UNSUITABLE, refused.code());
  }

  @Test
  void anOlderTokenThanOneThatHasWrittenWritesNothing() {
    store().save(new Lease(TARGET_ID, "newer", 2, Instant.MAX), publication(1, Status.INTENDED), 0);

    assertThrows(
        LeaseException.class, () -> store().save(LEASE, publication(1, Status.PUBLISHED), 1));
    assertEquals(1, store().publication(TARGET_ID, runId(1)).orElseThrow().revision());
  }

  @Test
  void twoStoresOfOneDirectorySeeOneAnother() {
    store().save(LEASE, publication(1, Status.INTENDED), 0);

    assertEquals(2, store().save(LEASE, publication(1, Status.UNKNOWN), 1).revision());
    assertTrue(store().publication(TARGET_ID, runId(1)).isPresent());
    assertEquals(List.of(), store().unsettledPublications("another target"));
  }
}
