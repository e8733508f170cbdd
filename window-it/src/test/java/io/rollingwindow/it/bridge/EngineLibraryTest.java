package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineLibraryTest {

  private final String before = System.getProperty(EngineLibrary.PROPERTY);

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(EngineLibrary.PROPERTY);
    } else {
      System.setProperty(EngineLibrary.PROPERTY, before);
    }
  }

  @Test
  void libraryIsFoundInsideTheGivenFolder(@TempDir Path folder) throws IOException {
    Path library = Files.createDirectories(folder.resolve("a/b/c")).resolve("libchdb.so");
    Files.createFile(library);
    System.setProperty(EngineLibrary.PROPERTY, folder.toString());
    assertEquals(library, EngineLibrary.find());
    System.setProperty(EngineLibrary.PROPERTY, library.toString());
    assertEquals(library, EngineLibrary.find());
  }

  @Test
  void missingLibraryComesWithWhatToDo(@TempDir Path folder) {
    System.setProperty(EngineLibrary.PROPERTY, folder.toString());
    IllegalStateException missing = assertThrows(IllegalStateException.class, EngineLibrary::find);
    assertTrue(missing.getMessage().contains(folder.toString()), missing.getMessage());
    assertTrue(missing.getMessage().contains("mvn -DskipTests package"), missing.getMessage());
    assertTrue(missing.getMessage().contains("-Dwindow.it.engine=PATH"), missing.getMessage());
  }
}
