package io.rollingwindow.callbacks;

import io.rollingwindow.plan.WindowPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.UUID;

/**
 * One file for each run in a directory. A file appears whole or not at all, is forced to disk with
 * its name before a call returns, and is written once: where it is already there it is compared and
 * forced again.
 */
final class RunFiles {

  private final Path directory;
  private final String extension;

  /** Compares a file that is there with what was to be written. */
  @FunctionalInterface
  interface Comparison {

    /**
     * Returns when the file may stand for what was to be written.
     *
     * @throws IllegalStateException when it may not
     */
    void requireSame(Path file, byte[] there) throws IOException;
  }

  RunFiles(Path directory, String extension) {
    this.directory = Objects.requireNonNull(directory, "directory");
    this.extension = extension;
  }

  Path fileOf(WindowPlan plan) {
    return directory.resolve(plan.runId() + extension);
  }

  void write(WindowPlan plan, byte[] content, Comparison comparison) throws IOException {
    Path file = fileOf(plan);
    Path draft = directory.resolve("." + plan.runId() + "-" + UUID.randomUUID() + ".tmp");
    try {
      write(draft, content);
      try {
        // Unlike a move, a link never replaces what another process has just put there.
        Files.createLink(file, draft);
      } catch (FileAlreadyExistsException e) {
        comparison.requireSame(file, Files.readAllBytes(file));
        force(file, StandardOpenOption.WRITE);
      }
    } finally {
      Files.deleteIfExists(draft);
    }
    forceDirectory();
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
