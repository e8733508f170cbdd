package io.rollingwindow.postgres.internal;

import io.rollingwindow.spi.CancellationToken;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The workers of one snapshot. One whose COPY ended in order stays in the snapshot and serves the
 * next slice; one that was broken off is closed and never used again, and neither are the idle ones
 * beside it. There are never more than were in use at one time. Safe for many threads.
 */
final class Workers implements AutoCloseable {

  private final SourceOptions options;
  private final Sessions sessions;
  private final Keeper keeper;
  private final TableShape table;
  private final Deque<Worker> idle = new ArrayDeque<>();
  private final Set<Worker> busy = new HashSet<>();
  private boolean closed;

  Workers(SourceOptions options, Sessions sessions, Keeper keeper, TableShape table) {
    this.options = options;
    this.sessions = sessions;
    this.keeper = keeper;
    this.table = table;
  }

  /** Lends a worker to a reading; it comes back idle when the reading ends in order. */
  void use(CancellationToken cancellation, Reading reading) throws SQLException, IOException {
    Worker worker = take();
    CancellationToken.Registration registration = cancellation.onCancel(worker::abort);
    boolean inOrder = false;
    try {
      if (worker.mark().isEmpty()) {
        worker.join(keeper, options, table);
      }
      reading.read(worker);
      inOrder = true;
    } finally {
      registration.close();
      if (!inOrder || !keep(worker)) {
        discard(worker);
      }
    }
  }

  private Worker take() throws SQLException {
    synchronized (this) {
      Worker worker = idle.pollFirst();
      if (worker != null) {
        busy.add(worker);
        return worker;
      }
    }
    Worker worker = new Worker(sessions.open());
    synchronized (this) {
      if (!closed) {
        busy.add(worker);
        return worker;
      }
    }
    sessions.close(worker.session());
    throw new SnapshotGoneException("The snapshot was closed.", null);
  }

  private synchronized boolean keep(Worker worker) {
    if (closed) {
      return false;
    }
    busy.remove(worker);
    idle.addFirst(worker);
    return true;
  }

  private void discard(Worker worker) {
    List<Worker> beside;
    synchronized (this) {
      busy.remove(worker);
      beside = List.copyOf(idle);
      idle.clear();
    }
    sessions.abort(worker.session());
    worker.mark().ifPresent(keeper::end);
    beside.forEach(other -> sessions.close(other.session()));
  }

  /** Ends all of them, those in the middle of a COPY by force. */
  @Override
  public void close() {
    List<Worker> quiet;
    List<Worker> reading;
    synchronized (this) {
      closed = true;
      quiet = List.copyOf(idle);
      idle.clear();
      reading = List.copyOf(busy);
    }
    reading.forEach(worker -> sessions.abort(worker.session()));
    reading.forEach(worker -> worker.mark().ifPresent(keeper::end));
    quiet.forEach(worker -> sessions.close(worker.session()));
  }

  /** What is done with a worker. */
  @FunctionalInterface
  interface Reading {

    /** Reads, to the end or not at all. */
    void read(Worker worker) throws SQLException, IOException;
  }
}
