package io.rollingwindow.sqlite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.ProcessResult;
import io.rollingwindow.testkit.TestWorld;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A whole run whose memory is a SQLite file. */
final class RunOverSqliteTest {

  @TempDir Path directory;

  @Test
  void aRunIsRepeatedFromTheFileAloneAndLeavesOneFile() throws Exception {
    Path file = directory.resolve("journal.sqlite");
    ProcessResult first;
    TestWorld world;
    try (SqliteWindowStore store = SqliteWindowStore.open(file)) {
      world = new TestWorld(store);
      first = world.runtime().build().run(TestWorld.config(4), "i1");
    }
    assertEquals(TestWorld.published().size(), world.targetRows().size());
    try (SqliteWindowStore store = SqliteWindowStore.open(file)) {
      assertEquals(first, new TestWorld(store).runtime().build().run(TestWorld.config(1), "i1"));
    }
    assertEquals(1, world.tables.exchanges());
    try (Stream<Path> left = Files.list(directory)) {
      assertEquals(List.of(file), left.toList());
    }
  }
}
