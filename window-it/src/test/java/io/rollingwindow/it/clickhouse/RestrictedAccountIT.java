package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.it.bridge.ClickHouseOptions;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.PreflightMode;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.TargetPreflight;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Accounts that may not do everything, or not any more. */
class RestrictedAccountIT {

  private static final Duration WEEK = Duration.ofDays(7);
  private static final Row OLD = Row.at(1, "2026-09-04T00:00:00Z", "old");

  private static final String FINAL_AND_QUERY_SIZE =
      "<profiles><default><final>1</final><max_parallel_replicas>1</max_parallel_replicas>"
          + "<constraints><final><readonly/></final>"
          + "<max_query_size><max>1000000</max></max_query_size>"
          + "<max_parallel_replicas><readonly/></max_parallel_replicas>"
          + "</constraints></default></profiles>";
  private static final String FEWER_RIGHTS =
      "<users><default><access_management remove=\"1\"/><grants><query>GRANT ALL ON *.*</query>"
          + "<query>REVOKE SYSTEM SYNC FILE CACHE, SHOW QUOTAS ON *.*</query></grants></default></users>";
  private static final String CLUSTER =
      "<remote_servers><one><shard><replica><host>localhost</host>"
          + "<port>9000</port></replica></shard></one>"
          + "</remote_servers>";

  @TempDir static Path shared;
  private static EmbeddedClickHouseServer restricted;

  @BeforeAll
  static void startShared() throws IOException {
    restricted = server(shared, FINAL_AND_QUERY_SIZE + FEWER_RIGHTS);
  }

  @AfterAll
  static void stopShared() {
    restricted.close();
  }

  /** A server whose account is restricted by a file that the server merges into its users. */
  private static EmbeddedClickHouseServer server(Path directory, String users) throws IOException {
    Path merged = Files.createDirectories(directory.resolve("users.d"));
    Files.writeString(merged.resolve("restricted.xml"), "<clickhouse>" + users + "</clickhouse>");
    return EmbeddedClickHouseServer.start(
        ClickHouseOptions.in(directory).withServerConfig(CLUSTER));
  }

  private static TargetPreflight look(Events events) {
    return events.builder().build().preflight(events.request(WEEK), PreflightMode.DRY_RUN);
  }

  private static List<String> named(TargetPreflight preflight, ErrorCode code) {
    return preflight.findings().stream()
        .filter(finding -> finding.code() == code)
        .map(Finding::subject)
        .distinct()
        .sorted()
        .toList();
  }

  private static Row[] rows(int count) {
    return IntStream.range(0, count)
        .mapToObj(id -> new Row(id, Events.START.plusSeconds(id), "x".repeat(100)))
        .toArray(Row[]::new);
  }

  @Test
  void aQuotaIsToldOfAndRefusedByNameOnceItIsUsedUp(@TempDir Path directory) throws Exception {
    String quota =
        "<quotas><default><interval><duration>31556952</duration>"
            + "<written_bytes>20000</written_bytes></interval></default></quotas>";
    try (EmbeddedClickHouseServer server = server(directory, quota);
        Events events = Events.create(server, Events.PLAIN)) {
      events.insert(OLD);
      TargetPreflight before = look(events);
      assertEquals(List.of(), before.findings());
      assertEquals(
          2,
          before.notes().stream().filter(note -> note.contains("20000 written bytes")).count(),
          before.notes()::toString);
      WindowPlan plan = events.plan(WEEK);

      RefusedException refused =
          assertThrows(
              RefusedException.class,
              () -> events.stage(events.builder().build(), plan, 0, rows(500)));

      assertEquals(ErrorCode.TARGET_QUOTA_EXHAUSTED, refused.code());
      assertEquals(Events.shown(OLD), events.rows());
      TargetPreflight after = look(events);
      assertEquals(List.of("written_bytes"), named(after, ErrorCode.TARGET_QUOTA_EXHAUSTED));
      assertEquals(2, after.findings().size(), after.findings()::toString);
    }
  }

  @Test
  void aRightThatOnlyThePublicationNeedsIsMissedBeforeAnyRowIsMoved(@TempDir Path directory)
      throws Exception {
    String noAttach =
        "<users><default><access_management remove=\"1\"/><grants><query>GRANT ALL ON *.*</query>"
            + "<query>REVOKE ALTER DELETE ON *.*</query></grants></default></users>";
    try (EmbeddedClickHouseServer server = server(directory, noAttach);
        Events events = Events.create(server, Events.MONTHLY)) {
      TargetPreflight preflight =
          events.builder().build().preflight(events.request(WEEK), PreflightMode.RUN);

      Finding finding = preflight.findings().get(0);
      assertEquals(ErrorCode.TARGET_EXCHANGE_UNSUPPORTED, finding.code());
      assertTrue(finding.message().contains("attached"), finding::message);
      assertEquals(List.of(Events.TABLE), events.tables());
    }
  }

  @Test
  void aGenerationThatTheAccountMayNotForceToDiskIsProvenAndSaysSo() {
    try (Events events = Events.create(restricted, Events.MONTHLY)) {
      events.insert(OLD);
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(WEEK);
      List<ChunkReceipt> receipts = events.stageAll(target, plan, OLD);
      try (PublicationHold hold = target.hold(plan, events.lease)) {
        PreparedGeneration generation = hold.prepare(receipts);

        GenerationProof proof = hold.prove(generation);

        assertEquals(GenerationProof.Durability.NOT_PERMITTED, proof.durability());
      }
    }
  }

  @Test
  void quotasThatTheAccountMayNotSeeStandInNobodysWay() {
    try (Events events = Events.create(restricted, Events.PLAIN)) {
      assertEquals(
          2,
          look(events).notes().stream().filter(note -> note.contains("SHOW QUOTAS")).count(),
          "once for each account");
    }
  }

  /** One that stands at the wanted value may stay fixed. */
  @Test
  void settingsThatMayNotBePinnedAreFindingsByName() {
    try (Events events = Events.create(restricted, Events.PLAIN)) {
      TargetPreflight preflight = look(events);

      assertEquals(
          List.of("final", "max_query_size"),
          named(preflight, ErrorCode.TARGET_SETTING_REFUSED),
          preflight.findings()::toString);
      assertEquals(4, preflight.findings().size(), "once for each account");
    }
  }

  @Test
  void aSettingThatCutsEveryResultIsNamedBeforeAnythingElseIsAsked(@TempDir Path directory)
      throws Exception {
    String constraints =
        "<profiles><default><limit>1</limit><constraints><limit><readonly/></limit></constraints>"
            + "</default></profiles>";
    try (EmbeddedClickHouseServer server = server(directory, constraints);
        Events events = Events.create(server, Events.PLAIN)) {
      RefusedException refused = assertThrows(RefusedException.class, () -> look(events));

      assertEquals(ErrorCode.TARGET_SETTING_REFUSED, refused.code());
      assertTrue(refused.getMessage().contains("limit"), refused.getMessage());
    }
  }

  @Test
  void refusesATableThatForwardsToACluster() {
    try (Events events = Events.create(restricted, Events.PLAIN)) {
      events.database.execute("RENAME TABLE events TO shard");
      events.database.execute(
          "CREATE TABLE events AS shard ENGINE = Distributed('one', '%s', 'shard')"
              .formatted(events.database.name()));

      TargetPreflight preflight = look(events);

      assertTrue(
          preflight.findings().stream()
              .map(Finding::message)
              .anyMatch(message -> message.contains("The engine is Distributed")),
          preflight.findings()::toString);
    }
  }
}
