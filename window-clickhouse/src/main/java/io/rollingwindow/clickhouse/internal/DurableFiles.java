package io.rollingwindow.clickhouse.internal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Files that survive a crash of the machine once a call has returned. */
public final class DurableFiles {

  private static final String UNFINISHED = ".tmp";

  private DurableFiles() {}

  /**
   * Makes a directory and those above it, and forces each that was made.
   *
   * @param directory an absolute path
   * @throws IOException when it cannot be made or forced
   */
  public static void createDirectories(Path directory) throws IOException {
    if (Files.isDirectory(directory)) {
      return;
    }
    createDirectories(directory.getParent());
    Files.createDirectories(directory);
    force(directory.getParent());
  }

  /**
   * Replaces a file, whole or not at all.
   *
   * @param file the file
   * @param content what it is to hold
   * @throws IOException when it cannot be written or forced; the file is as it was
   */
  static void replace(Path file, byte[] content) throws IOException {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try (FileChannel channel =
        FileChannel.open(
            unfinished,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      channel.force(true);
    }
    Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
    force(file.getParent());
  }

  private static void force(Path directory) throws IOException {
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
