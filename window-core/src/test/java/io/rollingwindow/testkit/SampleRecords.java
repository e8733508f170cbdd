package io.rollingwindow.testkit;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetDigest;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.RunFailure;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import io.rollingwindow.spi.StagingTable;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Records of every kind, for stores. */
public final class SampleRecords {

  /** The target of all samples. */
  public static final String TARGET_ID = "memory/événements";

  private SampleRecords() {}

  /**
   * A plan of three days.
   *
   * @param number tells plans apart
   * @return the plan
   */
  public static WindowPlan plan(int number) {
    return new WindowPlan(
        "route-1",
        TARGET_ID,
        "schema-fingerprint",
        "observed \"at\"",
        new ChunkGrid(new WindowInterval(-86_400_000_000L, 172_800_000_000L), 86_400_000_000L),
        new SourceIdentity("system", "db", "table", "snapshot-" + number),
        new DigestKey(Long.MIN_VALUE, -1));
  }

  /**
   * The run of a plan.
   *
   * @param number tells runs apart
   * @return its id
   */
  public static RunId runId(int number) {
    return plan(number).runId();
  }

  /**
   * An invocation.
   *
   * @param number tells invocations apart
   * @return the record
   */
  public static InvocationRecord invocation(int number) {
    return new InvocationRecord(TARGET_ID, "invocation-" + number, "request", runId(number));
  }

  /**
   * A run that is planned.
   *
   * @param number tells runs apart
   * @return the record
   */
  public static RunRecord planned(int number) {
    return run(number, RunPhase.PLANNED);
  }

  /**
   * A run in any phase, with everything that such a run may have.
   *
   * @param number tells runs apart
   * @param phase the phase
   * @return the record
   */
  public static RunRecord run(int number, RunPhase phase) {
    boolean begun = phase == RunPhase.PLANNED || phase == RunPhase.STAGING;
    boolean succeeded = phase == RunPhase.SUCCEEDED;
    boolean failed = phase.isEnd() && !succeeded;
    return new RunRecord(
        runId(number),
        TARGET_ID,
        "invocation-" + number,
        plan(number),
        phase,
        begun ? Optional.empty() : Optional.of(generation()),
        begun ? Optional.empty() : Optional.of(proof()),
        begun ? OptionalLong.empty() : OptionalLong.of(Long.MAX_VALUE),
        failed
            ? Optional.of(new RunFailure(ErrorCode.SCHEMA_CHANGED, "Line one\nline \"two\" \u0001"))
            : Optional.empty(),
        succeeded
            ? Optional.of(new RunResult(4, 7, Duration.ofNanos(1_234_567_891L)))
            : Optional.empty());
  }

  private static PreparedGeneration generation() {
    return new PreparedGeneration(
        "generation", "uuid-g", "uuid-t", GenerationStrategy.PARTITION_CLONE, 3, 4, 5);
  }

  private static GenerationProof proof() {
    return new GenerationProof(1, 2, 3, GenerationProof.Durability.NOT_PERMITTED, 4);
  }

  /**
   * A chunk whose attempt has begun.
   *
   * @param run tells runs apart
   * @param chunk the chunk
   * @param attempts how many attempts there were, none of them discarded
   * @return the record
   */
  public static ChunkRecord begun(int run, int chunk, int attempts) {
    return new ChunkRecord(
        runId(run),
        TARGET_ID,
        chunk,
        attempts,
        IntStream.rangeClosed(1, attempts).boxed().toList(),
        Optional.empty());
  }

  /**
   * A chunk that is verified, in a staging table if it has rows.
   *
   * @param run tells runs apart
   * @param chunk the chunk
   * @param rows how many rows it has
   * @return the record
   */
  public static ChunkRecord verified(int run, int chunk, long rows) {
    AttemptId attempt = new AttemptId(runId(run), chunk, 2);
    ChunkReceipt receipt =
        new ChunkReceipt(
            attempt,
            Optional.of(new StagingTable("staging-" + chunk, "uuid-" + chunk))
                .filter(table -> rows > 0),
            totals(rows),
            99);
    return new ChunkRecord(runId(run), TARGET_ID, chunk, 2, List.of(), Optional.of(receipt));
  }

  private static RowTotals totals(long rows) {
    if (rows == 0) {
      return RowTotals.empty(2);
    }
    return new RowTotals(
        new MultisetDigest(rows, -1, Long.MIN_VALUE),
        rows * 17,
        OptionalLong.of(-5),
        OptionalLong.of(7),
        List.of(0L, rows),
        new TreeMap<>(Map.of(LocalDate.of(1969, 12, 31), rows)));
  }

  /**
   * A publication.
   *
   * @param run tells runs apart
   * @param status what is known of it
   * @return the record
   */
  public static PublicationRecord publication(int run, PublicationRecord.Status status) {
    return new PublicationRecord(
        TARGET_ID,
        new PublicationIntent(runId(run), "events", "uuid-t", "generation", "uuid-g", 7),
        status,
        status == PublicationRecord.Status.PUBLISHED ? Optional.of("generation") : Optional.empty(),
        status == PublicationRecord.Status.ABANDONED ? Optional.of("operator") : Optional.empty());
  }
}
