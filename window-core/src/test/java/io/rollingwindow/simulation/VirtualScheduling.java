package io.rollingwindow.simulation;

import io.rollingwindow.internal.time.Gate;
import io.rollingwindow.internal.time.Scheduling;
import java.time.Instant;

/** The clocks and threads of one process of the simulated world. */
final class VirtualScheduling implements Scheduling {

  private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

  private final Kernel kernel;
  private final HostProcess process;

  VirtualScheduling(Kernel kernel, HostProcess process) {
    this.kernel = kernel;
    this.process = process;
  }

  /** The instant of a moment, by a clock that is right. */
  static Instant instant(long nanos) {
    return BEGIN.plusNanos(nanos);
  }

  @Override
  public Instant now() {
    kernel.requireAlive();
    return instant(kernel.now() + process.wallOffsetNanos);
  }

  @Override
  public long nanoTime() {
    kernel.requireAlive();
    return kernel.now();
  }

  @Override
  public Gate gate() {
    return new VirtualGate(kernel);
  }

  @Override
  public Worker start(String name, Runnable body) {
    kernel.requireAlive();
    Strand strand = kernel.start(name, process, body);
    return new Worker() {
      @Override
      public void interrupt() {
        kernel.requireAlive();
        kernel.interrupt(strand);
      }

      @Override
      public boolean join(long atMostNanos) throws InterruptedException {
        return kernel.join(strand, kernel.now() + Math.max(1, atMostNanos));
      }
    };
  }
}
