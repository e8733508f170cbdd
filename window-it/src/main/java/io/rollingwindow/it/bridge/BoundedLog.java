package io.rollingwindow.it.bridge;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Copies what a process writes into a file, up to a limit; the rest is read and dropped. */
final class BoundedLog {

  private static final long MOST_BYTES = 8L << 20;
  private static final int COPY_BYTES = 1 << 13;

  private BoundedLog() {}

  /** Starts a thread that copies until the stream ends. */
  static void follow(InputStream in, Path file, String threadName) {
    Thread thread = new Thread(() -> copy(in, file), threadName);
    thread.setDaemon(true);
    thread.start();
  }

  private static void copy(InputStream in, Path file) {
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      long written = Files.size(file);
      byte[] buffer = new byte[COPY_BYTES];
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        if (written < MOST_BYTES) {
          out.write(buffer, 0, read);
          out.flush();
          written += read;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
