package io.rollingwindow.simulation;

import java.util.List;
import java.util.random.RandomGenerator;

/** Decides which thread runs next and how long things take. */
interface Chooser {

  /** Whether a thread that could go on gives way to the others first. */
  boolean yields();

  /** One of the threads that could run; never empty. */
  Strand next(List<Strand> ready, Strand current);

  /** How long a call takes. */
  long latencyNanos();

  /** Whoever runs goes on until it has to wait, and every call takes as long as any other. */
  static Chooser steady(long latencyNanos) {
    return new Chooser() {
      @Override
      public boolean yields() {
        return false;
      }

      @Override
      public Strand next(List<Strand> ready, Strand current) {
        return ready.contains(current) ? current : ready.get(0);
      }

      @Override
      public long latencyNanos() {
        return latencyNanos;
      }
    };
  }

  /** Anybody may run next, and every call takes its own time. */
  static Chooser random(RandomGenerator random, double switching, long longestNanos) {
    return new Chooser() {
      @Override
      public boolean yields() {
        return random.nextDouble() < switching;
      }

      @Override
      public Strand next(List<Strand> ready, Strand current) {
        return ready.get(random.nextInt(ready.size()));
      }

      @Override
      public long latencyNanos() {
        return random.nextLong(longestNanos);
      }
    };
  }
}
