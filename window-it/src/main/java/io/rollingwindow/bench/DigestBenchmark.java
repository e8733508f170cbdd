package io.rollingwindow.bench;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigester;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Rows digested per second by one thread. One operation is one row. */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class DigestBenchmark {

  private static final int ROWS = 4096;

  /** Bytes of a row. */
  @Param({"16", "60", "250"})
  private int rowBytes;

  private final MultisetDigester digester = new MultisetDigester(new DigestKey(1, 2));
  private byte[] rows;

  /** Fills a payload with random rows. */
  @Setup
  public void fill() {
    rows = new byte[ROWS * rowBytes];
    new Random(1).nextBytes(rows);
  }

  /**
   * Digests every row of the payload.
   *
   * @return the number of rows so far
   */
  @Benchmark
  @OperationsPerInvocation(ROWS)
  public long digest() {
    for (int i = 0; i < ROWS; i++) {
      digester.add(rows, i * rowBytes, rowBytes);
    }
    return digester.rows();
  }
}
