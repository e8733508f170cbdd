package io.rollingwindow.it.guard;

import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.spi.Lease;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * A guard between processes of one machine, for tests: a file is locked while a hold lasts, and
 * another one keeps the newest fencing token. The system gives a dead process's lock back. It keeps
 * out only those that ask it, so it says nothing about other writers, and is not published.
 */
public final class FileLockGuard implements ExclusiveWindowWriterGuard {

  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private final Path holdFile;
  private final Path tokenFile;

  /**
   * A guard over files in a folder that all processes share.
   *
   * @param folder an existing folder
   */
  public FileLockGuard(Path folder) {
    holdFile = folder.resolve("guard.lock");
    tokenFile = folder.resolve("guard.token");
  }

  @Override
  public void validate(String targetId) throws IOException {
    try (FileChannel channel = open(holdFile)) {
      channel.size();
    }
  }

  @Override
  public void assertLease(Lease lease) throws IOException, TimeoutException {
    try (FileChannel channel = open(tokenFile);
        FileLock lock = await(channel)) {
      ByteBuffer stored = ByteBuffer.allocate(Long.BYTES);
      long newest = channel.read(stored, 0) == Long.BYTES ? stored.getLong(0) : 0;
      if (lease.fencingToken() < newest) {
        throw new IllegalStateException("a newer lease of " + lease.targetId() + " was seen");
      }
      if (lease.fencingToken() > newest && lock.isValid()) {
        channel.write(ByteBuffer.allocate(Long.BYTES).putLong(0, lease.fencingToken()), 0);
        channel.force(true);
      }
    }
  }

  @Override
  public void fenceAttempt(Lease lease, String operationId) throws IOException, TimeoutException {
    assertLease(lease);
  }

  @Override
  public Hold hold(Lease lease) throws IOException, TimeoutException {
    assertLease(lease);
    FileChannel channel = open(holdFile);
    try {
      await(channel);
      return new FileHold(lease, channel);
    } catch (IOException | RuntimeException | TimeoutException e) {
      channel.close();
      throw e;
    }
  }

  private static FileChannel open(Path file) throws IOException {
    return FileChannel.open(
        file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  private static FileLock await(FileChannel channel) throws IOException, TimeoutException {
    long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
    while (System.nanoTime() < deadline) {
      try {
        FileLock lock = channel.tryLock();
        if (lock != null) {
          return lock;
        }
      } catch (OverlappingFileLockException e) {
        // Held by another thread of this process: as good as by another process.
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    throw new TimeoutException("another writer did not give the lock back");
  }

  private final class FileHold implements Hold {

    private final Lease lease;
    private final FileChannel channel;

    private FileHold(Lease lease, FileChannel channel) {
      this.lease = lease;
      this.channel = channel;
    }

    @Override
    public void assertHeld() throws IOException, TimeoutException {
      if (!channel.isOpen()) {
        throw new IllegalStateException("the hold was given back");
      }
      assertLease(lease);
    }

    @Override
    public void close() {
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
