package io.rollingwindow.it.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Does pieces of work side by side. */
final class Workers {

  private Workers() {}

  /** One piece of work. */
  @FunctionalInterface
  interface Piece<T> {
    /** Does it and returns how many rows it moved. */
    long run(T piece) throws Exception;
  }

  /** Does all pieces on so many threads and returns the sum of their rows. */
  static <T> long sum(int workers, List<T> pieces, Piece<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(workers);
    try {
      List<Callable<Long>> calls = new ArrayList<>();
      for (T piece : pieces) {
        calls.add(() -> work.run(piece));
      }
      long rows = 0;
      for (Future<Long> done : threads.invokeAll(calls)) {
        rows += done.get();
      }
      return rows;
    } finally {
      threads.shutdownNow();
    }
  }
}
