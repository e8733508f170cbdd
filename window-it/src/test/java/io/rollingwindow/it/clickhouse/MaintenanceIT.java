package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.clickhouse.OwnedTable;
import io.rollingwindow.clickhouse.PublishedCheck;
import io.rollingwindow.clickhouse.TableStanding;
import io.rollingwindow.clickhouse.WindowMaintenance;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.LeaseException;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ChunkRecord;
import io.rollingwindow.spi.InvocationRecord;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationRecord;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.RunPhase;
import io.rollingwindow.spi.RunRecord;
import io.rollingwindow.spi.RunResult;
import io.rollingwindow.spi.Stored;
import io.rollingwindow.spi.WindowStore;
import io.rollingwindow.spi.WindowStore.Change;
import io.rollingwindow.sqlite.SqliteWindowStore;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What runs leave behind is listed with its standing, and goes only when nothing needs it. */
@WithServers
class MaintenanceIT {

  @TempDir Path directory;

  private static final Instant NOW = Instant.parse("2026-10-01T00:00:00Z");
  private static final Duration GRACE = Duration.ofDays(1);
  private static final Row KEPT = Row.at(1, "2026-08-15T00:00:00Z", "kept");
  private static final Row OLD = Row.at(2, "2026-09-04T00:00:00Z", "old");
  private static final Row NEW = Row.at(3, "2026-09-04T00:00:00Z", "new");

  private Path file;

  @BeforeEach
  void chooseFile() {
    file = directory.resolve("store.sqlite");
  }

  private static ClickHouseWindowTarget target(Events events, Duration after) {
    return events
        .builder()
        .durability(false)
        .clock(Clock.fixed(NOW.plus(after), ZoneOffset.UTC))
        .build();
  }

  private static RunRecord record(
      WindowPlan plan, RunPhase phase, Optional<PreparedGeneration> generation) {
    return new RunRecord(
        plan.runId(),
        plan.targetId(),
        "invocation-" + plan.runId(),
        plan,
        phase,
        generation,
        Optional.empty(),
        OptionalLong.empty(),
        Optional.empty(),
        phase == RunPhase.SUCCEEDED
            ? Optional.of(new RunResult(1, 2, Duration.ZERO))
            : Optional.empty());
  }

  /** A run as the executor journals it, up to a phase. */
  private static PublicationStanding.Published run(
      Events events, WindowStore store, WindowPlan plan, RunPhase phase) {
    ClickHouseWindowTarget target = target(events, Duration.ZERO);
    List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
    try (PublicationHold hold = target.hold(plan, events.lease)) {
      PreparedGeneration generation = hold.prepare(receipts);
      hold.prove(generation);
      PublicationIntent intent = events.intent(plan, generation);
      hold.exchange(intent);
      PublicationStanding.Published published = (PublicationStanding.Published) hold.settle(intent);
      Lease lease = store.acquire(plan.targetId(), "run", GRACE).orElseThrow();
      store.commit(
          lease,
          List.of(
              Change.create(
                  new InvocationRecord(
                      plan.targetId(), "invocation-" + plan.runId(), "request", plan.runId())),
              Change.create(record(plan, phase, Optional.of(generation)))));
      for (ChunkReceipt receipt : receipts) {
        store.commit(
            lease,
            List.of(
                Change.create(
                    new ChunkRecord(
                        plan.runId(),
                        plan.targetId(),
                        receipt.chunk(),
                        1,
                        List.of(),
                        Optional.of(receipt)))));
      }
      store.save(
          lease,
          new PublicationRecord(
              plan.targetId(),
              intent,
              PublicationRecord.Status.PUBLISHED,
              Optional.of(published.backupTable()),
              Optional.empty()),
          0);
      store.release(lease);
      return published;
    }
  }

  private static Map<OwnedTable.Kind, TableStanding> standings(WindowMaintenance maintenance) {
    return maintenance.list().stream()
        .collect(Collectors.toMap(OwnedTable::kind, OwnedTable::standing));
  }

  @Test
  void aSettledRunsTablesGoAfterTheirGraceAndNoSooner(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      events.insert(KEPT, OLD);
      WindowPlan plan = events.plan(Duration.ofDays(7));
      run(events, store, plan, RunPhase.SUCCEEDED);
      WindowMaintenance young = WindowMaintenance.of(target(events, GRACE.minusSeconds(1)), store);
      assertEquals(
          Map.of(
              OwnedTable.Kind.STAGING, TableStanding.SETTLED,
              OwnedTable.Kind.BACKUP, TableStanding.SETTLED),
          standings(young));
      assertEquals(List.of(), young.droppable(GRACE));
      assertEquals(List.of(), young.dropSettled(GRACE));

      WindowMaintenance old = WindowMaintenance.of(target(events, GRACE), store);
      List<OwnedTable> due = old.droppable(GRACE);
      assertEquals(2, due.size());
      assertEquals(3, events.tables().size(), "a dry run drops nothing");
      assertEquals(
          due.stream().map(OwnedTable::name).toList(),
          old.dropSettled(GRACE).stream().map(OwnedTable::name).toList());

      assertEquals(List.of(Events.TABLE), events.tables());
      assertEquals(Events.shown(KEPT, NEW), events.rows());
      assertEquals(List.of(), old.list());
    }
  }

  @Test
  void aBackupWithDetachedPartsIsKeptUntilTheyAreElsewhere(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      events.insert(KEPT, OLD, Row.at(9, "2026-07-01T00:00:00Z", "detached"));
      events.database.execute("ALTER TABLE events DETACH PARTITION 202607");
      WindowPlan plan = events.plan(Duration.ofDays(7));
      String backup = run(events, store, plan, RunPhase.SUCCEEDED).backupTable();
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      assertEquals(
          List.of(OwnedTable.Kind.STAGING),
          maintenance.dropSettled(GRACE).stream().map(OwnedTable::kind).toList());
      RefusedException refused =
          assertThrows(RefusedException.class, () -> maintenance.drop(backup, GRACE));
      assertEquals(ErrorCode.MAINTENANCE_REFUSED, refused.code());
      assertTrue(refused.getMessage().contains("detached"), refused.getMessage());

      events.database.execute("ALTER TABLE " + backup + " ATTACH PARTITION 202607");
      maintenance.drop(backup, GRACE);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void aRunThatOwesEvidenceKeepsItsTables(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      events.insert(KEPT, OLD);
      WindowPlan plan = events.plan(Duration.ofDays(7));
      String backup = run(events, store, plan, RunPhase.PUBLISHED).backupTable();
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      assertEquals(List.of(), maintenance.dropSettled(Duration.ZERO));
      RefusedException refused =
          assertThrows(RefusedException.class, () -> maintenance.drop(backup, Duration.ZERO));
      assertEquals(ErrorCode.MAINTENANCE_REFUSED, refused.code());
      assertEquals(
          Map.of(
              OwnedTable.Kind.STAGING, TableStanding.NEEDED,
              OwnedTable.Kind.BACKUP, TableStanding.NEEDED),
          standings(maintenance));
    }
  }

  @Test
  void tablesOfARunThatNoStoreKnowsAreFoundAndDroppedByNameAlone(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore empty = SqliteWindowStore.builder(file).open()) {
      ClickHouseWindowTarget target = target(events, Duration.ZERO);
      WindowPlan plan = events.plan(Duration.ofDays(7));
      ChunkReceipt receipt = events.stage(target, plan, 0, NEW);
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), empty);

      OwnedTable orphan = maintenance.list().get(0);
      assertEquals(Events.staging(receipt), orphan.name());
      assertEquals(TableStanding.ORPHAN, orphan.standing());
      assertEquals(Optional.of(plan.runId()), orphan.run());
      assertEquals(0, orphan.chunk().orElseThrow());
      assertEquals(1, orphan.attempt().orElseThrow());
      assertEquals(Optional.of(NOW), orphan.since());
      assertEquals(List.of(), maintenance.dropSettled(Duration.ZERO));
      assertThrows(
          RefusedException.class, () -> maintenance.drop(orphan.name(), GRACE.plusSeconds(1)));
      assertThrows(RefusedException.class, () -> maintenance.drop(Events.TABLE, Duration.ZERO));

      maintenance.drop(orphan.name(), GRACE);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void bytesThatOtherTablesShareAreNotCountedAsHeld(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      events.insert(KEPT);
      WindowPlan plan = events.plan(Duration.ofDays(7));
      run(events, store, plan, RunPhase.SUCCEEDED);
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      for (OwnedTable table : maintenance.list()) {
        assertTrue(table.bytes() > 0);
        assertEquals(1, table.rows());
        assertEquals(
            0, table.heldBytes(), table.kind() + " is attached to the target by hard link");
      }
      events.database.execute("TRUNCATE TABLE events");
      for (OwnedTable table : maintenance.list()) {
        assertEquals(table.bytes(), table.heldBytes());
      }
    }
  }

  @Test
  void nothingIsDroppedWhileARunHoldsTheLease(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      run(events, store, events.plan(Duration.ofDays(7)), RunPhase.SUCCEEDED);
      Lease running = store.acquire(Events.TARGET_ID, "a run", GRACE).orElseThrow();
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      LeaseException refused =
          assertThrows(LeaseException.class, () -> maintenance.dropSettled(Duration.ZERO));
      assertEquals(ErrorCode.LEASE_UNAVAILABLE, refused.code());
      store.release(running);
      assertEquals(2, maintenance.dropSettled(Duration.ZERO).size());
    }
  }

  @Test
  void aPublishedWindowIsRecountedLater(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      events.insert(KEPT, OLD);
      WindowPlan plan = events.plan(Duration.ofDays(7));
      run(events, store, plan, RunPhase.SUCCEEDED);
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      PublishedCheck check = maintenance.verifyPublished(plan.runId());
      assertTrue(check.matches(), check::difference);
      assertTrue(check.currentGeneration());
      assertEquals(check.expected(), check.observed());
      assertEquals(1, check.observed().rows());

      events.insert(NEW);
      PublishedCheck doubled = maintenance.verifyPublished(plan.runId());
      assertFalse(doubled.matches());
      assertTrue(doubled.difference().contains("1 rows too many"), doubled.difference());
      assertFalse(doubled.difference().contains("new"));

      events.database.execute("DELETE FROM events WHERE id = 3");
      PublishedCheck lost = maintenance.verifyPublished(plan.runId());
      assertTrue(lost.difference().contains("1 rows too few"), lost.difference());

      run(events, store, events.plan(Duration.ofDays(7)), RunPhase.SUCCEEDED);
      assertFalse(maintenance.verifyPublished(plan.runId()).currentGeneration());
    }
  }

  @Test
  void aRunThatDidNotPublishHasNothingToRecount(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY);
        WindowStore store = SqliteWindowStore.builder(file).open()) {
      WindowPlan plan = events.plan(Duration.ofDays(7));
      Lease lease = store.acquire(plan.targetId(), "run", GRACE).orElseThrow();
      Stored<?> planned =
          store
              .commit(
                  lease, List.of(Change.create(record(plan, RunPhase.PLANNED, Optional.empty()))))
              .get(0);
      assertEquals(1, planned.revision());
      WindowMaintenance maintenance = WindowMaintenance.of(target(events, GRACE), store);

      for (RunId run : List.of(plan.runId(), events.plan(GRACE).runId())) {
        RefusedException refused =
            assertThrows(RefusedException.class, () -> maintenance.verifyPublished(run));
        assertEquals(ErrorCode.MAINTENANCE_REFUSED, refused.code());
      }
    }
  }
}
