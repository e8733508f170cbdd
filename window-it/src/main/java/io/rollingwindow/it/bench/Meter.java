package io.rollingwindow.it.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Measures what a piece of work takes of each process. For one thread, one piece at a time. */
final class Meter {

  private static final long SAMPLE_MILLIS = 100;

  private final Map<Role, ProcessTree> processes;

  Meter(Map<Role, ProcessTree> processes) {
    this.processes = new EnumMap<>(processes);
  }

  /** The work that is measured. */
  @FunctionalInterface
  interface Work {
    /** Does it and returns how many rows it moved. */
    long run() throws Exception;
  }

  /** Runs the work and tells what it took. */
  Usage measure(Work work) throws Exception {
    Map<Role, Double> before = cpuSeconds();
    Sampler sampler = new Sampler();
    Thread thread = new Thread(sampler, "bench-sampler");
    thread.setDaemon(true);
    thread.start();
    long start = System.nanoTime();
    long rows;
    double seconds;
    try {
      rows = work.run();
    } finally {
      seconds = (System.nanoTime() - start) / 1e9;
      sampler.stop.countDown();
      thread.join();
    }
    Map<Role, Double> used = cpuSeconds();
    used.replaceAll((role, after) -> after - before.get(role));
    return new Usage(rows, seconds, used, sampler.peaks, sampler.allocated());
  }

  private Map<Role, Double> cpuSeconds() {
    Map<Role, Double> seconds = new EnumMap<>(Role.class);
    processes.forEach((role, process) -> seconds.put(role, process.cpuSeconds()));
    return seconds;
  }

  /**
   * Looks at memory and at the threads' counters again and again: a counter is gone with its
   * thread, so what a thread allocates after the last look at it is missed.
   */
  private final class Sampler implements Runnable {

    final CountDownLatch stop = new CountDownLatch(1);
    final Map<Role, Long> peaks = new EnumMap<>(Role.class);
    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<Long, Long> atStart = new HashMap<>();
    private final Map<Long, Long> latest = new HashMap<>();

    Sampler() {
      readCounters(atStart);
    }

    @Override
    public void run() {
      try {
        do {
          sample();
        } while (!stop.await(SAMPLE_MILLIS, TimeUnit.MILLISECONDS));
        sample();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    long allocated() {
      long sum = 0;
      for (Map.Entry<Long, Long> thread : latest.entrySet()) {
        sum += thread.getValue() - atStart.getOrDefault(thread.getKey(), 0L);
      }
      return sum;
    }

    private void sample() {
      processes.forEach((role, process) -> peaks.merge(role, process.residentBytes(), Math::max));
      readCounters(latest);
      latest.remove(Thread.currentThread().getId());
    }

    private void readCounters(Map<Long, Long> into) {
      long[] ids = threads.getAllThreadIds();
      long[] bytes = threads.getThreadAllocatedBytes(ids);
      for (int i = 0; i < ids.length; i++) {
        if (bytes[i] >= 0) {
          into.put(ids[i], bytes[i]);
        }
      }
    }
  }
}
