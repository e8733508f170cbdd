package io.rollingwindow.it.bridge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Holds an answer back for a while, so that an error can still take its place.
 *
 * <p>Up to a limit it stays in memory. Beyond it, the answer is either let go, or, if it is to be
 * held to the end, kept in a file.
 */
final class HeldOutput extends OutputStream {

  /** Where the answer goes when it is let go. */
  @FunctionalInterface
  interface Target {
    /** Sends the headers and returns the stream of the body. */
    OutputStream open() throws IOException;
  }

  private static final int HELD_IN_MEMORY = 1 << 20;

  private final Target target;
  private final boolean holdToTheEnd;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private Path file;
  private OutputStream fileOut;
  private OutputStream released;

  HeldOutput(Target target, boolean holdToTheEnd) {
    this.target = target;
    this.holdToTheEnd = holdToTheEnd;
  }

  /** Whether the headers were sent. */
  boolean isReleased() {
    return released != null;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (released == null && held.size() + length > HELD_IN_MEMORY) {
      overflow();
    }
    if (released != null) {
      released.write(bytes, offset, length);
    } else if (fileOut != null) {
      fileOut.write(bytes, offset, length);
    } else {
      held.write(bytes, offset, length);
    }
  }

  private void overflow() throws IOException {
    if (!holdToTheEnd) {
      release();
    } else if (fileOut == null) {
      file = Files.createTempFile("answer", ".held");
      fileOut = Files.newOutputStream(file);
    }
  }

  /** Sends the headers and all that was held. */
  void release() throws IOException {
    if (released == null) {
      released = target.open();
      held.writeTo(released);
      held.reset();
      if (fileOut != null) {
        fileOut.close();
        Files.copy(file, released);
      }
    }
  }

  /** The stream beneath, once released: for what must not be held or encoded. */
  OutputStream raw() {
    return released;
  }

  /** Drops the file, if there is one. What was not released is forgotten. */
  void discard() {
    try {
      if (fileOut != null) {
        fileOut.close();
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
