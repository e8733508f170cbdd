package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.WindowException;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Carries out statements that may come in any order, several of them over two connections: the
 * caller's and, where it can be had, another. The server works off each of them with one thread;
 * more than two at a time were not quicker. After a failure no further statement is begun.
 *
 * <p>Returns, and throws, only when no statement is waited for any more.
 */
final class SideBySide {

  private final TargetContext context;
  private final ControlSession session;
  private final Runnable beforeEach;

  /**
   * Two connections.
   *
   * @param session the caller's
   * @param beforeEach asserts lease and guard; called by one thread at a time
   */
  SideBySide(TargetContext context, ControlSession session, Runnable beforeEach) {
    this.context = context;
    this.session = session;
    this.beforeEach = beforeEach;
  }

  void execute(List<String> statements) {
    Queue<String> open = new ConcurrentLinkedQueue<>(statements);
    Optional<ControlSession> second = statements.size() < 2 ? Optional.empty() : second();
    if (second.isEmpty()) {
      drain(open, session);
      return;
    }
    try (ControlSession other = second.get()) {
      Future<?> helper = start(() -> drain(open, other));
      try {
        drain(open, session);
      } catch (RuntimeException | Error e) {
        try {
          awaitEnd(helper);
        } catch (RuntimeException alsoFailed) {
          e.addSuppressed(alsoFailed);
        }
        throw e;
      }
      awaitEnd(helper);
    }
  }

  /** It is for speed alone: an application that has no other connection to give is served too. */
  private Optional<ControlSession> second() {
    try {
      return Optional.of(context.open(session.operation()));
    } catch (StatementFailure failure) {
      System.getLogger(SideBySide.class.getName())
          .log(
              System.Logger.Level.DEBUG,
              "One connection does the work of two: {0}",
              failure.getMessage());
      return Optional.empty();
    }
  }

  private Future<?> start(Runnable work) {
    FutureTask<?> task = new FutureTask<>(work, null);
    Thread thread = new Thread(task, "rollingwindow-" + session.operation());
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  private void drain(Queue<String> open, ControlSession through) {
    try {
      for (String sql = open.poll(); sql != null; sql = open.poll()) {
        assertMutable();
        through.execute(sql);
      }
    } finally {
      open.clear();
    }
  }

  private synchronized void assertMutable() {
    beforeEach.run();
  }

  /** Also when interrupted: what is sent has to end, and a session waits with a bound. */
  private static void awaitEnd(Future<?> helper) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          helper.get();
          return;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof WindowException refused
          ? refused
          : StatementFailure.of(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
