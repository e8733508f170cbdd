package io.rollingwindow.clickhouse;

import io.rollingwindow.clickhouse.internal.OwnedTables;
import io.rollingwindow.clickhouse.internal.PublishedWindow;
import io.rollingwindow.clickhouse.internal.TargetContext;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationRecords;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Lists the tables that runs left beside a target, says which of them may go, and drops those when
 * asked. Nothing is ever dropped by itself.
 *
 * <p>Safe for many threads and processes: dropping works under the target's lease, so no run is
 * under way meanwhile, and every drop is preceded by a look at the table's identity. A backup
 * serves readers that started before the exchange; the grace period is there for them, and for
 * whoever wants the old generation back.
 */
public final class WindowMaintenance {

  private static final Duration LEASE = Duration.ofMinutes(2);

  private final TargetContext context;
  private final OwnedTables tables;
  private final WindowStore store;
  private final PublicationRecords records;

  private WindowMaintenance(
      ClickHouseWindowTarget target, WindowStore store, PublicationRecords records) {
    this.context = target.context();
    this.tables = new OwnedTables(context);
    this.store = Objects.requireNonNull(store, "store");
    this.records = Objects.requireNonNull(records, "records");
  }

  /**
   * Maintenance of a target whose store keeps the publications too.
   *
   * @param target the target
   * @param store where its runs are journaled
   * @return its maintenance
   */
  public static WindowMaintenance of(ClickHouseWindowTarget target, WindowStore store) {
    return new WindowMaintenance(target, store, store);
  }

  /**
   * Maintenance of a target whose publications are kept beside its store.
   *
   * @param target the target
   * @param store where its runs are journaled
   * @param records where its publications are kept
   * @return its maintenance
   */
  public static WindowMaintenance of(
      ClickHouseWindowTarget target, WindowStore store, PublicationRecords records) {
    return new WindowMaintenance(target, store, records);
  }

  /**
   * Every owned table of the target, found by comment and name, whether this store knows its run or
   * not. The published table itself is never among them.
   *
   * @return the tables, by name
   * @throws io.rollingwindow.error.WindowException when the server cannot be asked
   */
  public List<OwnedTable> list() {
    return tables.list(this::standing);
  }

  /**
   * What {@link #dropSettled} would drop now. Changes nothing.
   *
   * @param grace how long a table is kept after it became what it is
   * @return the tables, by name
   * @throws io.rollingwindow.error.WindowException when the server cannot be asked
   */
  public List<OwnedTable> droppable(Duration grace) {
    Instant latest = context.now().minus(grace);
    return list().stream()
        .filter(table -> table.standing() == TableStanding.SETTLED)
        .filter(table -> isOlder(table, latest))
        .filter(table -> table.detachedParts() == 0)
        .toList();
  }

  /**
   * Drops every settled table whose grace period is over. Needed tables and orphans are kept, and
   * so are tables with detached parts, which nobody else has.
   *
   * @param grace how long a table is kept after it became what it is
   * @return what was dropped, by name
   * @throws LeaseException when a run holds the target's lease
   * @throws io.rollingwindow.error.WindowException when the server or the guard refuses; what was
   *     dropped until then stays dropped
   */
  public List<OwnedTable> dropSettled(Duration grace) {
    return underLease(lease -> drop(droppable(grace), lease));
  }

  /**
   * Drops one table by name: a settled one, or an orphan that somebody has made sure of.
   *
   * @param name the table's name, without its database
   * @param grace how long a table is kept after it became what it is
   * @throws RefusedException with {@link ErrorCode#MAINTENANCE_REFUSED} when it is needed, is too
   *     young, has detached parts, or is not an owned table of this target
   * @throws LeaseException when a run holds the target's lease
   */
  public void drop(String name, Duration grace) {
    underLease(
        lease -> {
          OwnedTable table =
              list().stream()
                  .filter(owned -> owned.name().equals(name))
                  .findFirst()
                  .orElseThrow(() -> refused(name, "is not an owned table of this target"));
          if (table.standing() == TableStanding.NEEDED) {
            throw refused(name, "is needed by a run that is not settled");
          }
          if (table.detachedParts() > 0) {
            throw refused(
                name, "has detached parts, which would go with it; attach them or drop them first");
          }
          if (!isOlder(table, context.now().minus(grace))) {
            throw refused(name, "is younger than the grace period");
          }
          return drop(List.of(table), lease);
        });
  }

  /**
   * Counts a published window again and compares it with the run's verified chunks.
   *
   * @param run a run that published
   * @return what was expected and what is there
   * @throws RefusedException with {@link ErrorCode#MAINTENANCE_REFUSED} when the store knows no
   *     such run of this target, or it did not publish
   */
  public PublishedCheck verifyPublished(RunId run) {
    RunRecord record =
        store
            .run(run)
            .map(Stored::record)
            .filter(found -> found.targetId().equals(context.targetId()))
            .filter(WindowMaintenance::hasPublished)
            .orElseThrow(
                () ->
                    new RefusedException(
                        ErrorCode.MAINTENANCE_REFUSED,
                        "The store knows no published run "
                            + run
                            + " of this target. Nothing was read."));
    WindowPlan plan = record.plan();
    RowTotals expected = expected(plan, store.chunks(run));
    PublishedWindow window = PublishedWindow.read(context, plan, expected);
    String generation = record.generation().map(PreparedGeneration::tableUuid).orElse("");
    return new PublishedCheck(
        run,
        window.targetUuid().equals(generation),
        expected,
        window.observed(),
        window.difference());
  }

  private static boolean hasPublished(RunRecord record) {
    return record.phase().isOwing() || record.phase() == RunPhase.SUCCEEDED;
  }

  private RowTotals expected(WindowPlan plan, List<Stored<ChunkRecord>> chunks) {
    RowTotals sum = RowTotals.empty(context.schema().columns().size());
    int receipts = 0;
    for (Stored<ChunkRecord> chunk : chunks) {
      if (chunk.record().receipt().isPresent()) {
        sum = sum.plus(chunk.record().receipt().map(ChunkReceipt::totals).orElseThrow());
        receipts++;
      }
    }
    if (receipts != plan.grid().count()) {
      throw new RefusedException(
          ErrorCode.JOURNAL_CORRUPT,
          "The journal of the published run has "
              + receipts
              + " receipts for "
              + plan.grid().count()
              + " chunks. Nothing was changed.");
    }
    return sum;
  }

  private TableStanding standing(RunId run) {
    boolean unsettled =
        records
            .publication(context.targetId(), run)
            .filter(publication -> !publication.record().status().isSettled())
            .isPresent();
    if (unsettled) {
      return TableStanding.NEEDED;
    }
    return store
        .run(run)
        .map(found -> found.record().phase().isEnd() ? TableStanding.SETTLED : TableStanding.NEEDED)
        .orElse(TableStanding.ORPHAN);
  }

  private static boolean isOlder(OwnedTable table, Instant latest) {
    return table.since().filter(since -> since.isAfter(latest)).isEmpty();
  }

  private List<OwnedTable> drop(List<OwnedTable> chosen, Lease taken) {
    Lease lease = taken;
    List<OwnedTable> dropped = new ArrayList<>();
    for (OwnedTable table : chosen) {
      lease = store.renew(lease, LEASE);
      if (tables.drop(table, lease)) {
        dropped.add(table);
      }
    }
    return dropped;
  }

  private List<OwnedTable> underLease(Work work) {
    Lease lease =
        store
            .acquire(context.targetId(), "maintenance-" + UUID.randomUUID(), LEASE)
            .orElseThrow(
                () ->
                    new LeaseException(
                        ErrorCode.LEASE_UNAVAILABLE,
                        "A run holds the lease of the target. Nothing was dropped; try again when it"
                            + " has ended."));
    try {
      return work.under(lease);
    } finally {
      store.release(lease);
    }
  }

  private static RefusedException refused(String name, String why) {
    return new RefusedException(
        ErrorCode.MAINTENANCE_REFUSED, "The table " + name + " " + why + ". It was kept.");
  }

  /** What is done while no run is under way. */
  @FunctionalInterface
  private interface Work {
    List<OwnedTable> under(Lease lease);
  }
}
