package io.rollingwindow.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A page under {@code docs/} that is written from code and compared with it in every build. */
public final class GeneratedDocument {

  static final String WRITE = "rollingwindow.docs.write";

  private GeneratedDocument() {}

  /**
   * Fails when the page differs from what the code says; writes it instead when the system property
   * {@value #WRITE} is true.
   *
   * @param name the file's name under {@code docs/}
   * @param content what the code says
   */
  public static void assertCurrent(String name, String content) {
    Path page = root().resolve("docs").resolve(name);
    try {
      if (Boolean.getBoolean(WRITE)) {
        Files.createDirectories(page.getParent());
        Files.writeString(page, content);
      }
      assertEquals(
          content,
          Files.exists(page) ? Files.readString(page) : "",
          "docs/" + name + " is stale; write it anew with: mvn test -D" + WRITE + "=true");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The top of the repository, from whichever module the tests run in.
   *
   * @return its folder
   */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(folder.resolve("window-core"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("the tests do not run inside the repository");
      }
    }
    return folder;
  }
}
