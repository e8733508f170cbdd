package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.internal.PinnedSettings.Found;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is sent follows what the server knows and the account may. */
class PinnedSettingsTest {

  private static Found found(String name, String value, boolean readonly) {
    return new Found(name, value, readonly, "", "");
  }

  @Test
  void aSettingThatTheServerDoesNotKnowIsNotSent() {
    PinnedSettings pins = PinnedSettings.of(List.of(found("async_insert", "1", false)));

    assertEquals(Map.of("async_insert", "0"), pins.values());
    assertEquals(List.of(), pins.refused());
  }

  @Test
  void aSettingThatMayNotBeSetIsLeftOutWhereItStandsRightAndReportedWhereNot() {
    PinnedSettings pins =
        PinnedSettings.of(
            List.of(
                found("async_insert", "false", true),
                found("apply_deleted_mask", "true", true),
                found("limit", "10", true),
                new Found("max_parallel_replicas", "8", false, "2", ""),
                new Found("insert_deduplicate", "1", false, "0", "1")));

    assertEquals(Map.of("insert_deduplicate", "0"), pins.values());
    assertEquals(List.of("limit", "max_parallel_replicas"), pins.refused());
  }

  @Test
  void blocksAreCollectedIntoPartsOfSomeSizeAtLeast() {
    PinnedSettings pins =
        PinnedSettings.of(
            List.of(
                found("min_insert_block_size_rows", "0", false),
                found("min_insert_block_size_bytes", "20000000", false)));
    PinnedSettings fixed =
        PinnedSettings.of(
            List.of(
                found("min_insert_block_size_rows", "0", true),
                new Found("min_insert_block_size_bytes", "0", false, "", "1000")));

    assertEquals(Map.of("min_insert_block_size_rows", "65536"), pins.values());
    assertEquals(List.of(), pins.refused());
    assertEquals(Map.of(), fixed.values());
    assertEquals(List.of(), fixed.refused());
    assertTrue(PinnedSettings.names().contains("min_insert_block_size_rows"));
  }

  @Test
  void aChunkIsReadBySeveralThreadsAlsoWhereAProfileWantsMoreRowsForThat() {
    PinnedSettings pins =
        PinnedSettings.of(
            List.of(
                found("merge_tree_min_rows_for_concurrent_read", "163840", false),
                found("merge_tree_min_bytes_for_concurrent_read", "1000", false)));

    assertEquals(Map.of("merge_tree_min_rows_for_concurrent_read", "32768"), pins.chunkReading());
    assertEquals(Map.of(), pins.values());
    assertEquals(List.of(), pins.refused());
    assertTrue(PinnedSettings.names().contains("merge_tree_min_bytes_for_concurrent_read"));
  }

  @Test
  void statisticsOfPartsAreNotReadWhereTheAccountMayTurnThemOff() {
    PinnedSettings pins =
        PinnedSettings.of(
            List.of(
                found("use_statistics", "1", false),
                found("use_statistics_for_part_pruning", "true", true)));
    PinnedSettings off = PinnedSettings.of(List.of(found("use_statistics", "false", false)));

    assertEquals(Map.of("use_statistics", "0"), pins.values());
    assertEquals(List.of(), pins.refused());
    assertEquals(Map.of(), off.values());
    assertTrue(PinnedSettings.names().contains("use_statistics"));
  }

  @Test
  void deduplicationIsOffUnderEveryNameThatVersionsKnow() {
    List<String> names = PinnedSettings.names();

    assertTrue(
        names.containsAll(
            List.of(
                "insert_deduplicate",
                "deduplicate_insert",
                "deduplicate_insert_select",
                "insert_select_deduplicate",
                "async_insert_deduplicate")));
  }

  @Test
  void whatIsSentBeforeAnythingIsKnownIsPartOfIt() {
    assertTrue(PinnedSettings.names().containsAll(PinnedSettings.BOOTSTRAP.values().keySet()));
  }
}
