package io.rollingwindow.it.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/** Folders for the data of servers that nobody asked to keep. */
final class ScratchFolder {

  private static final String PREFIX = "window-it-";

  private ScratchFolder() {}

  static Path create(String kind) {
    try {
      return Files.createTempDirectory(PREFIX + kind + "-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Removes the folder if it was made by {@link #create}. */
  static void removeIfScratch(Path folder) {
    if (folder.getFileName().toString().startsWith(PREFIX)) {
      remove(folder);
    }
  }

  private static void remove(Path folder) {
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                throws IOException {
              Files.deleteIfExists(file);
              return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
              // A server that is stopping removes files of its own.
              if (e instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
              }
              throw e;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException e)
                throws IOException {
              Files.deleteIfExists(visited);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
