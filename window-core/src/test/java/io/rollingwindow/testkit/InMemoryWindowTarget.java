package io.rollingwindow.testkit;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.StagingAttempt;
import io.rollingwindow.spi.StagingStream;
import io.rollingwindow.spi.StagingTable;
import io.rollingwindow.spi.TargetPreflight;
import io.rollingwindow.spi.WindowTarget;
import io.rollingwindow.type.WindowSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A target over tables in memory that behaves as the contract of its port says. */
public final class InMemoryWindowTarget implements WindowTarget {

  private final String targetId;
  private final InMemoryTables tables;
  private final PortCalls calls;
  private final AtomicInteger openResources = new AtomicInteger();
  private volatile List<Finding> findings = List.of();

  /**
   * A target.
   *
   * @param targetId its stable name
   * @param tables where its tables are
   * @param calls what every call goes through
   */
  public InMemoryWindowTarget(String targetId, InMemoryTables tables, PortCalls calls) {
    this.targetId = targetId;
    this.tables = tables;
    this.calls = calls;
  }

  /**
   * Lets every preflight find something.
   *
   * @param found the findings
   */
  public void refuse(Finding... found) {
    findings = List.of(found);
  }

  /**
   * How many attempts, streams and holds are open.
   *
   * @return those that were not closed
   */
  public int openResources() {
    return openResources.get();
  }

  @Override
  public String targetId() {
    return targetId;
  }

  @Override
  public String table() {
    return InMemoryTables.TARGET;
  }

  @Override
  public WindowSchema schema() {
    return TestRow.SCHEMA;
  }

  @Override
  public String windowColumn() {
    return TestRow.WINDOW_COLUMN;
  }

  @Override
  public TargetPreflight preflight(WindowRequest request, PreflightMode mode) {
    return calls.call(
        Port.TARGET_PREFLIGHT,
        () ->
            new TargetPreflight(
                findings,
                Optional.of(GenerationStrategy.REBUILD),
                tables.rows(InMemoryTables.TARGET).size(),
                0,
                List.of()));
  }

  @Override
  public StagingAttempt stage(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    return opened(
        calls.call(
            Port.TARGET_STAGE,
            () -> {
              lease.assertHeld();
              return new Attempt(plan, attempt, tables.create(stagingName(attempt)));
            }));
  }

  @Override
  public void discard(WindowPlan plan, AttemptId attempt, HeldLease lease) {
    calls.run(
        Port.TARGET_DISCARD,
        () -> {
          lease.assertHeld();
          tables.drop(stagingName(attempt));
        });
  }

  @Override
  public boolean confirm(WindowPlan plan, ChunkReceipt receipt) {
    return calls.call(
        Port.TARGET_CONFIRM,
        () -> receipt.staging().isEmpty() || isStill(receipt.staging().get(), plan, receipt));
  }

  @Override
  public PublicationHold hold(WindowPlan plan, HeldLease lease) {
    return opened(
        calls.call(
            Port.HOLD_OPEN,
            () -> {
              lease.assertHeld();
              return new Hold(plan, lease);
            }));
  }

  @Override
  public void dropStaging(WindowPlan plan, List<ChunkReceipt> receipts, HeldLease lease) {
    calls.run(
        Port.TARGET_DROP_STAGING,
        () -> {
          lease.assertHeld();
          receipts.forEach(receipt -> tables.drop(table(receipt)));
        });
  }

  /** Counts what the caller has got: whoever could not hand it over has closed it. */
  private <T> T opened(T resource) {
    openResources.incrementAndGet();
    return resource;
  }

  private RowTotals staged(WindowPlan plan, AttemptId attempt) {
    return TestRows.totals(
        plan, plan.grid().chunk(attempt.chunk()), tables.rows(stagingName(attempt)));
  }

  private boolean isStill(StagingTable table, WindowPlan plan, ChunkReceipt receipt) {
    return tables.uuid(table.name()).equals(Optional.of(table.uuid()))
        && staged(plan, receipt.attempt()).equals(receipt.totals());
  }

  /** This target makes one for every chunk. */
  private static String table(ChunkReceipt receipt) {
    return receipt.staging().orElseThrow().name();
  }

  private static String stagingName(AttemptId attempt) {
    return "staging-" + attempt;
  }

  private final class Attempt implements StagingAttempt {

    private final WindowPlan plan;
    private final AttemptId id;
    private final String uuid;

    Attempt(WindowPlan plan, AttemptId id, String uuid) {
      this.plan = plan;
      this.id = id;
      this.uuid = uuid;
    }

    @Override
    public AttemptId id() {
      return id;
    }

    @Override
    public StagingStream openStream() {
      return opened(calls.call(Port.STREAM_OPEN, () -> new Stream(plan, id)));
    }

    @Override
    public ChunkReceipt verify(RowTotals totals, Consumer<RowEncoder> again) {
      return calls.call(
          Port.ATTEMPT_VERIFY,
          () -> {
            if (!staged(plan, id).equals(totals)) {
              throw new RefusedException(
                  ErrorCode.STAGING_MISMATCH,
                  "What is staged is not what was read; " + readAgain(again));
            }
            return new ChunkReceipt(
                id, Optional.of(new StagingTable(stagingName(id), uuid)), totals, 1);
          });
    }

    private String readAgain(Consumer<RowEncoder> again) {
      RowEncoder rows =
          TestRows.encoder(plan, plan.grid().chunk(id.chunk()), (buffer, offset, length) -> {});
      try {
        again.accept(rows);
        return "read again, it is " + rows.rows() + " rows.";
      } catch (WindowException e) {
        return "it could not be read again.";
      }
    }

    @Override
    public void close() {
      openResources.decrementAndGet();
      calls.run(Port.ATTEMPT_CLOSE, () -> {});
    }
  }

  private final class Stream implements StagingStream {

    private final List<TestRow> sent = new ArrayList<>();
    private final AttemptId attempt;
    private final RowEncoder encoder;

    Stream(WindowPlan plan, AttemptId attempt) {
      this.attempt = attempt;
      this.encoder =
          TestRows.encoder(
              plan,
              plan.grid().chunk(attempt.chunk()),
              (buffer, offset, length) -> sent.addAll(TestRows.decode(buffer, offset, length)));
    }

    @Override
    public RowEncoder rows() {
      return encoder;
    }

    @Override
    public RowTotals finish() {
      return calls.call(
          Port.STREAM_FINISH,
          () -> {
            try {
              RowTotals totals = encoder.finish();
              tables.insert(stagingName(attempt), sent);
              return totals;
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }

    @Override
    public void close() {
      openResources.decrementAndGet();
      calls.run(Port.STREAM_CLOSE, () -> {});
    }
  }

  private final class Hold implements PublicationHold {

    private final WindowPlan plan;
    private final HeldLease lease;
    private List<TestRow> preparedAgainst = List.of();

    Hold(WindowPlan plan, HeldLease lease) {
      this.plan = plan;
      this.lease = lease;
    }

    private String generationName() {
      return "generation-" + plan.runId();
    }

    @Override
    public PreparedGeneration prepare(List<ChunkReceipt> receipts) {
      return calls.call(
          Port.HOLD_PREPARE,
          () -> {
            lease.assertHeld();
            preparedAgainst = tables.rows(InMemoryTables.TARGET);
            List<TestRow> outside = preparedAgainst.stream().filter(row -> !isInside(row)).toList();
            List<TestRow> inside = new ArrayList<>();
            receipts.forEach(receipt -> inside.addAll(tables.rows(table(receipt))));
            tables.drop(generationName());
            String uuid = tables.create(generationName());
            tables.insert(generationName(), outside);
            tables.insert(generationName(), inside);
            return new PreparedGeneration(
                generationName(),
                uuid,
                tables.uuid(InMemoryTables.TARGET).orElseThrow(),
                GenerationStrategy.REBUILD,
                outside.size(),
                inside.size(),
                1);
          });
    }

    private boolean isInside(TestRow row) {
      return row.micros() != null && plan.interval().contains(row.micros());
    }

    @Override
    public GenerationProof prove(PreparedGeneration generation) {
      return calls.call(
          Port.HOLD_PROVE,
          () -> {
            if (!preparedAgainst.equals(tables.rows(InMemoryTables.TARGET))) {
              throw new RefusedException(
                  ErrorCode.TARGET_CHANGED, "The target changed after preparation; it was kept.");
            }
            return new GenerationProof(
                0, 1, generation.outsideRows(), GenerationProof.Durability.TURNED_OFF, 1);
          });
    }

    @Override
    public ExchangeReply exchange(PublicationIntent intent) {
      return calls.call(
          Port.HOLD_EXCHANGE,
          () -> {
            lease.assertHeld();
            tables.exchange(intent.targetTable(), intent.generationTable());
            return new ExchangeReply.Acknowledged();
          });
    }

    @Override
    public PublicationStanding settle(PublicationIntent intent) {
      return calls.call(Port.HOLD_SETTLE, () -> tables.settle(intent));
    }

    @Override
    public void close() {
      openResources.decrementAndGet();
      calls.run(Port.HOLD_CLOSE, () -> {});
    }
  }
}
