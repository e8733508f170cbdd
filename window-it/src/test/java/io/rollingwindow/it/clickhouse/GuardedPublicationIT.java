package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import io.rollingwindow.it.clickhouse.FaultProxy.Fault;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationStrategy;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import io.rollingwindow.spi.StagingTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is published is what was proven against the target as it is at that moment. */
@WithServers
class GuardedPublicationIT {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Row NO_WINDOW = new Row(1, null, "kept");
  private static final Row BEFORE = Row.at(2, "2026-08-15T00:00:00Z", "kept");
  private static final Row INSIDE = Row.at(3, "2026-09-04T00:00:00Z", "old");
  private static final Row AFTER = Row.at(4, "2026-09-10T00:00:00Z", "kept");
  private static final Row NEW = Row.at(5, "2026-09-04T00:00:00Z", "new");

  private static final String UPDATABLE =
      Events.MONTHLY + ", enable_block_number_column = 1, enable_block_offset_column = 1";

  private static Events seeded(ClickHouseServer server) {
    Events events = Events.create(server, Events.MONTHLY);
    events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
    return events;
  }

  static Stream<Arguments> writes() {
    return Stream.of(GenerationStrategy.values())
        .flatMap(
            strategy ->
                Stream.of(
                        new Row(9, null, "late"),
                        Row.at(9, "2026-07-01T00:00:00Z", "late"),
                        Row.at(9, "2026-08-15T00:00:00Z", "late"),
                        Row.at(9, "2026-09-04T00:00:00Z", "late"),
                        Row.at(9, "2026-09-30T00:00:00Z", "late"))
                    .map(row -> Arguments.of(strategy, row)));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("writes")
  void aWriteBetweenPreparationAndPublicationIsKeptAndNothingIsPublished(
      GenerationStrategy strategy, Row late, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().strategy(strategy).durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.insert(late);

        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prove(generation));

        assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
      }
      assertEquals(Events.shown(NO_WINDOW, BEFORE, INSIDE, AFTER, late), events.rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRowThatDisappearsIsNoticed(GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().strategy(strategy).durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      for (Row gone : List.of(BEFORE, INSIDE)) {
        try (PublicationHold hold = target.hold(plan, events.lease)) {
          PreparedGeneration generation = hold.prepare(receipts);
          events.database.execute("DELETE FROM events WHERE id = " + gone.id());

          RefusedException refused =
              assertThrows(RefusedException.class, () -> hold.prove(generation));
          assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
        }
        events.insert(gone);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aBackgroundMergeIsNoChange(GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      events.insert(BEFORE, BEFORE, INSIDE, AFTER, NO_WINDOW);
      ClickHouseWindowTarget target = events.builder().strategy(strategy).durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.database.execute("OPTIMIZE TABLE events FINAL");
        events.database.execute("OPTIMIZE TABLE " + generation.table() + " FINAL");

        GenerationProof proof = hold.prove(generation);

        assertEquals(7, proof.outsideRows());
        assertTrue(proof.partitionsByRows() > 0);
        PublicationIntent intent = events.intent(plan, generation);
        hold.exchange(intent);
        assertInstanceOf(PublicationStanding.Published.class, hold.settle(intent));
      }
      assertEquals(
          Events.shown(NO_WINDOW, NO_WINDOW, BEFORE, BEFORE, BEFORE, NEW, AFTER, AFTER),
          events.rows());
    }
  }

  @Test
  void updatesThatArePendingInPartsOfTheirOwnAreInTheGeneration(ClickHouseServer server) {
    try (Events events = Events.create(server, UPDATABLE)) {
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
      events.database.execute("UPDATE events SET note = 'patched' WHERE id IN (2, 4)");
      assertTrue(
          events.database.number(
                  "SELECT count() FROM system.parts WHERE active AND startsWith(name, 'patch-')"
                      + " AND database = '"
                      + events.database.name()
                      + "'")
              > 0);
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      WindowPlan plan = events.plan(WEEK);

      events.publish(target, plan, events.stageAll(target, plan, NEW));

      assertEquals(
          Events.shown(
              NO_WINDOW,
              new Row(BEFORE.id(), BEFORE.at(), "patched"),
              NEW,
              new Row(AFTER.id(), AFTER.at(), "patched")),
          events.rows());
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7})
  void anUpdateInAPartOfItsOwnIsNoticedWhereverItsRowLies(int id, ClickHouseServer server) {
    try (Events events = Events.create(server, UPDATABLE)) {
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER, Row.at(7, "2026-01-01T00:00:00Z", "kept"));
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        assertEquals(GenerationStrategy.PARTITION_CLONE, generation.strategy());
        events.database.execute("UPDATE events SET note = 'late' WHERE id = " + id);

        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prove(generation));

        assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
      }
    }
  }

  @Test
  void partitionsWithoutARowOfTheWindowAreProvenByTheirParts(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      for (int month = 1; month <= 6; month++) {
        events.insert(Row.at(10 + month, "2026-0%d-10T00:00:00Z".formatted(month), "kept"));
      }
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        GenerationProof proof = hold.prove(generation);

        assertEquals(GenerationStrategy.PARTITION_CLONE, generation.strategy());
        assertEquals(9, proof.outsideRows());
        assertEquals(8, proof.partitionsByIdentity());
        assertEquals(1, proof.partitionsByRows());
        assertEquals(GenerationProof.Durability.FORCED, proof.durability());
      }
    }
  }

  @Test
  void stagedRowsInAClonedPartitionAreNotTakenForOutsideRows(ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      Row september = Row.at(6, "2026-09-20T00:00:00Z", "kept");
      events.insert(BEFORE, september);
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        GenerationProof proof = hold.prove(generation);
        assertEquals(2, proof.partitionsByIdentity());
        PublicationIntent intent = events.intent(plan, generation);
        hold.exchange(intent);
        hold.settle(intent);
      }
      assertEquals(Events.shown(BEFORE, september, NEW, NEW), events.rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void deletedRowsStayDeleted(GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      Row deleted = Row.at(7, "2026-08-16T00:00:00Z", "deleted");
      events.database.execute("OPTIMIZE TABLE events FINAL");
      events.insert(deleted);
      events.database.execute("OPTIMIZE TABLE events FINAL");
      events.database.execute("DELETE FROM events WHERE id = 7");
      ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
      WindowPlan plan = events.plan(WEEK);

      events.publish(target, plan, events.stageAll(target, plan, NEW));

      assertEquals(Events.shown(NO_WINDOW, BEFORE, NEW, AFTER), events.rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyWindowRemovesTheRowsInsideAndOnlyThose(
      GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
      WindowPlan plan = events.plan(Duration.ofDays(1));

      events.publish(target, plan, events.stageAll(target, plan));

      assertEquals(Events.shown(NO_WINDOW, BEFORE, AFTER), events.rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void anEmptyTargetIsFilled(GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = Events.create(server, Events.MONTHLY)) {
      ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
      WindowPlan plan = events.plan(WEEK);

      events.publish(target, plan, events.stageAll(target, plan, NEW));

      assertEquals(Events.shown(NEW), events.rows());
    }
  }

  @Test
  void hundredsOfPartitionsInOneTableAreFine(ClickHouseServer server) {
    try (Events events =
        Events.create(
            server,
            "PARTITION BY toYYYYMMDD(observed_at) ORDER BY id SETTINGS allow_nullable_key = 1")) {
      events.database.execute(
          "INSERT INTO events SELECT number, toDateTime64('2026-01-01 12:00:00', 6, 'UTC')"
              + " + toIntervalDay(number), 'daily' FROM numbers(300)"
              + " SETTINGS max_partitions_per_insert_block = 0");
      for (GenerationStrategy strategy : GenerationStrategy.values()) {
        ClickHouseWindowTarget target = events.builder().strategy(strategy).build();
        WindowPlan plan = events.plan(Duration.ofDays(1));

        events.publish(target, plan, events.stageAll(target, plan, NEW));

        assertEquals(294, events.rows().size());
      }
    }
  }

  @Test
  void aSchemaThatChangesBeforePreparationIsRefusedAndNoGenerationIsMade(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      List<String> before = events.tables();
      String uuid = events.uuid(Events.TABLE);
      events.database.execute("ALTER TABLE events ADD COLUMN extra Int8 DEFAULT 1");

      try (PublicationHold hold = target.hold(plan, events.lease)) {
        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prepare(receipts));
        assertEquals(ErrorCode.SCHEMA_CHANGED, refused.code());
      }
      assertEquals(before, events.tables());
      assertEquals(uuid, events.uuid(Events.TABLE));
    }
  }

  @Test
  void aSchemaThatChangesBeforeTheProofIsRefused(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      for (String change :
          List.of(
              "ALTER TABLE events ADD COLUMN extra Int8 DEFAULT 1",
              "ALTER TABLE events MODIFY SETTING merge_with_ttl_timeout = 7")) {
        try (PublicationHold hold = target.hold(plan, events.lease)) {
          PreparedGeneration generation = hold.prepare(receipts);
          events.database.execute(change);
          RefusedException refused =
              assertThrows(RefusedException.class, () -> hold.prove(generation));
          assertEquals(ErrorCode.SCHEMA_CHANGED, refused.code());
        }
        if (change.contains("COLUMN")) {
          events.database.execute("ALTER TABLE events DROP COLUMN extra");
        }
      }
      assertEquals(Events.shown(NO_WINDOW, BEFORE, INSIDE, AFTER), events.rows());
    }
  }

  @Test
  void aViewThatAppearsUnderTheGuardIsRefused(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.database.execute("CREATE VIEW late AS SELECT id FROM events");

        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prove(generation));
        assertEquals(ErrorCode.TARGET_REFUSED, refused.code());
        assertTrue(refused.getMessage().contains("late"));
      }
    }
  }

  @Test
  void afterPublicationTheSchemaMayChange(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      PublicationIntent intent;
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        hold.prove(generation);
        intent = events.intent(plan, generation);
        hold.exchange(intent);
      }
      events.database.execute("ALTER TABLE events ADD COLUMN extra Int8");

      try (PublicationHold hold = target.hold(plan, events.lease)) {
        assertInstanceOf(PublicationStanding.Published.class, hold.settle(intent));
        assertInstanceOf(PublicationStanding.Published.class, hold.settle(intent));
      }
      assertEquals(intent.generationUuid(), events.uuid(Events.TABLE));
    }
  }

  @Test
  void anInterruptedPreparationIsRedoneWithoutDuplicates(ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.MONTHLY)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      proxy.disturb(Fault.DROP_REPLY, "ATTACH PARTITION", 1);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        assertThrows(TransientChunkException.class, () -> hold.prepare(receipts));
        PreparedGeneration generation = hold.prepare(receipts);

        assertEquals(4, generation.totalRows());
        assertEquals(1, events.tables().stream().filter(name -> name.contains("_g_")).count());
        hold.prove(generation);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"202608, true", "202609, true", "202609, false"})
  void anAttachmentThatCameTwiceIsNoticedAndPreparationIsRedone(
      String partition, boolean sameProcess, ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.MONTHLY)) {
      Events events = faulty.events();
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
      ClickHouseWindowTarget staging = events.builder().durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(staging, plan, NEW);
      // Another one has not seen the parts of staging and looks at the rows.
      ClickHouseWindowTarget target =
          sameProcess ? staging : events.builder().durability(false).build();
      String attachment = "ATTACH PARTITION ID '" + partition + "'";
      faulty.proxy().disturb(Fault.DELIVER_TWICE, attachment, 1);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        TransientChunkException failure =
            assertThrows(TransientChunkException.class, () -> hold.prepare(receipts));
        assertTrue(failure.getMessage().contains("came twice"), failure::getMessage);

        assertEquals(4, hold.prepare(receipts).totalRows());
      }
      assertEquals(1, faulty.proxy().disturbed());
    }
  }

  @Test
  void aCopyWhoseConnectionDiesIsWatchedToItsEnd(ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.PLAIN)) {
      Events events = faulty.events();
      FaultProxy proxy = faulty.proxy();
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      proxy.disturb(Fault.DROP_REPLY, "INSERT INTO", 1);

      assertInstanceOf(PublicationStanding.Published.class, events.publish(target, plan, receipts));
      assertEquals(1, proxy.disturbed());
      assertEquals(Events.shown(NO_WINDOW, BEFORE, NEW, AFTER), events.rows());
    }
  }

  @Test
  void receiptsThatChangedAreRefused(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(Duration.ofDays(1));
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      List<ChunkReceipt> swapped = new ArrayList<>(receipts);
      swapped.set(0, receipts.get(1));
      ChunkReceipt withRow = receipts.get(2);
      List<ChunkReceipt> foreign = new ArrayList<>(receipts);
      foreign.set(
          2,
          new ChunkReceipt(
              new AttemptId(plan.runId(), 2, 2),
              Optional.of(
                  new StagingTable(
                      Events.staging(withRow), "00000000-0000-0000-0000-000000000001")),
              withRow.totals(),
              1));

      try (PublicationHold hold = target.hold(plan, events.lease)) {
        for (List<ChunkReceipt> changed :
            List.of(swapped, foreign, receipts.subList(0, 6), List.<ChunkReceipt>of())) {
          RefusedException refused =
              assertThrows(RefusedException.class, () -> hold.prepare(changed));
          assertEquals(ErrorCode.STAGING_MISMATCH, refused.code());
        }
      }
    }
  }

  @Test
  void aRowOfStagingThatWasReplacedAfterVerificationIsNotPublished(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      String staging = Events.staging(receipts.get(0));
      events.database.execute("ALTER TABLE " + staging + " UPDATE note = 'other' WHERE true");
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        WindowException refused = assertThrows(WindowException.class, () -> hold.prepare(receipts));
        assertEquals(ErrorCode.STAGING_MISMATCH, refused.code());
      }
      assertEquals(Events.shown(NO_WINDOW, BEFORE, INSIDE, AFTER), events.rows());
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stagedRowsAreDigestedAgainOnlyWhereTheirPartsWereVerifiedByAnotherProcess(
      boolean sameProcess, ClickHouseServer server) {
    try (FaultyEvents faulty = FaultyEvents.create(server, Events.MONTHLY)) {
      Events events = faulty.events();
      events.insert(NO_WINDOW, BEFORE, INSIDE, AFTER);
      ClickHouseWindowTarget staging = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(staging, plan, NEW);
      ClickHouseWindowTarget publishing = sameProcess ? staging : events.builder().build();
      AtomicInteger digests = new AtomicInteger();
      faulty.proxy().observe(text -> digests.addAndGet(text.contains("sipHash128") ? 1 : 0));

      assertInstanceOf(
          PublicationStanding.Published.class, events.publish(publishing, plan, receipts));
      assertEquals(sameProcess ? 0 : 1, digests.get());
      assertEquals(Events.shown(NO_WINDOW, BEFORE, NEW, AFTER), events.rows());
    }
  }

  @Test
  void stagingPartsThatMergedAfterVerificationAreReadAgainAndPublished(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW, NEW);
      events.database.execute("OPTIMIZE TABLE " + Events.staging(receipts.get(0)) + " FINAL");
      events.publish(target, plan, receipts);

      assertEquals(Events.shown(NO_WINDOW, BEFORE, NEW, NEW, AFTER), events.rows());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aRowOfTheWindowThatIsChangedInPlaceIsNoticed(
      GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().strategy(strategy).durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.database.execute(
            "ALTER TABLE events UPDATE note = 'late' WHERE id = 3 SETTINGS mutations_sync = 1");
        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.prove(generation));
        assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMergeThatSweepsOutDeletedRowsIsNoChange(
      GenerationStrategy strategy, ClickHouseServer server) {
    try (Events events = seeded(server)) {
      events.insert(new Row(6, INSIDE.at(), "deleted"), AFTER);
      events.database.execute("DELETE FROM events WHERE id = 6");
      ClickHouseWindowTarget target = events.builder().strategy(strategy).durability(false).build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        events.database.execute("OPTIMIZE TABLE events FINAL");
        assertEquals(4, hold.prove(generation).outsideRows());
      }
    }
  }

  @Test
  void rowsThatGotIntoStagingAfterVerificationAreNotPublished(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      String staging = Events.staging(receipts.get(0));
      for (String foreign : List.of("SELECT * FROM " + staging, "SELECT 1, NULL, 'outside'")) {
        events.database.execute("INSERT INTO " + staging + " " + foreign);
        try (PublicationHold hold = target.hold(plan, events.lease)) {
          assertThrows(WindowException.class, () -> hold.prepare(receipts));
        }
        events.database.execute("DELETE FROM " + staging + " WHERE observed_at IS NULL");
      }
      assertEquals(Events.shown(NO_WINDOW, BEFORE, INSIDE, AFTER), events.rows());
    }
  }

  @Test
  void namesThatStandForOtherTablesAreNotExchanged(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);
        PublicationIntent intent = events.intent(plan, generation);
        events.database.execute("RENAME TABLE events TO elsewhere");
        events.database.execute("CREATE VIEW events AS SELECT 1");

        RefusedException refused =
            assertThrows(RefusedException.class, () -> hold.exchange(intent));

        assertEquals(ErrorCode.TARGET_CHANGED, refused.code());
        PublicationStanding.Unknown unknown =
            assertInstanceOf(PublicationStanding.Unknown.class, hold.settle(intent));
        assertEquals(intent.generationUuid(), unknown.observedGeneration().orElseThrow());
        assertTrue(events.tables().contains(generation.table()));
      }
    }
  }

  @Test
  void theTargetKeepsItsOwnCommentAndTheBackupSaysWhatItIs(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      events.database.execute("ALTER TABLE events MODIFY COMMENT 'owned by \"team\"'");
      for (int refresh = 0; refresh < 2; refresh++) {
        ClickHouseWindowTarget target = events.builder().build();
        WindowPlan plan = events.plan(WEEK);
        PublicationStanding.Published published =
            assertInstanceOf(
                PublicationStanding.Published.class,
                events.publish(target, plan, events.stageAll(target, plan, NEW)));

        assertEquals("owned by \"team\"", events.comment(Events.TABLE));
        String backup = events.comment(published.backupTable());
        assertTrue(backup.contains("\"kind\":\"backup\""), backup);
        assertTrue(backup.contains(plan.runId().value()), backup);
      }
    }
  }

  @Test
  void manyChunksInOnePartitionAreFine(ClickHouseServer server) {
    try (Events events = seeded(server)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(Duration.ofHours(3));
      Row[] rows =
          IntStream.range(0, 56)
              .mapToObj(i -> new Row(100 + i, Events.START.plus(Duration.ofHours(3L * i)), "n"))
              .toArray(Row[]::new);

      events.publish(target, plan, events.stageAll(target, plan, rows));

      assertEquals(56 + 3, events.rows().size());
    }
  }
}
