package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowEncoder;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.StagingAttempt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is said of a staging table that somebody changed before it was verified. */
@WithServers
final class StagingDifferenceIT {

  private static final Row[] SENT =
      IntStream.range(0, 3000).mapToObj(StagingDifferenceIT::row).toArray(Row[]::new);

  private static Row row(int id) {
    return new Row(id, Events.START.plusSeconds(id % 600), id % 3 == 0 ? null : "secret " + id);
  }

  private static String refusal(ClickHouseServer server, String... changes) {
    return refusal(server, Events.again(SENT), hash -> "", changes).message();
  }

  private record Refusal(String message, String expected) {}

  /** Says what a plan's rows hash to. */
  @FunctionalInterface
  private interface Expectation {
    String text(WindowPlan plan);
  }

  /** Stages the rows, changes the staging table and verifies it. */
  private static Refusal refusal(
      ClickHouseServer server,
      Consumer<RowEncoder> again,
      Expectation expectation,
      String... changes) {
    try (Events events = Events.create(server, Events.PLAIN)) {
      ClickHouseWindowTarget target = events.builder().build();
      WindowPlan plan = events.plan(Duration.ofDays(7));
      try (StagingAttempt attempt =
          target.stage(plan, new AttemptId(plan.runId(), 0, 1), events.lease)) {
        RowTotals totals = Events.load(attempt, SENT);
        for (String change : changes) {
          events.database.execute(change.replace("STAGING", events.tables().get(1)));
        }

        RefusedException refused =
            assertThrows(RefusedException.class, () -> attempt.verify(totals, again));

        assertEquals(ErrorCode.STAGING_MISMATCH, refused.code());
        assertFalse(refused.getMessage().contains("secret"), refused.getMessage());
        return new Refusal(refused.getMessage(), expectation.text(plan));
      }
    }
  }

  private static void assertSaid(
      ClickHouseServer server, Expectation expectation, String... changes) {
    Refusal refusal = refusal(server, Events.again(SENT), expectation, changes);
    assertTrue(refusal.message().contains(refusal.expected()), refusal::toString);
  }

  private static String hash(WindowPlan plan, Row row) {
    RowEncoder encoder =
        RowEncoder.builder(Events.SCHEMA)
            .window("observed_at", plan.interval().startMicros(), plan.interval().endMicros())
            .digestKey(plan.digestKey())
            .maxEncodedBytes(1000)
            .sink((buffer, offset, length) -> {})
            .build();
    row.writeTo(encoder);
    try {
      return encoder.finish().digest().toHex();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aLostRowIsNamed(ClickHouseServer server) {
    assertSaid(
        server,
        plan -> ": 1 copy of 1 row too few; by hash: " + hash(plan, row(7)) + " -1. The",
        "DELETE FROM STAGING WHERE id = 7");
  }

  @Test
  void aDoubledRowIsNamedWithItsCopies(ClickHouseServer server) {
    assertSaid(
        server,
        plan -> ": 4 copies of 1 row too many; by hash: " + hash(plan, row(8)) + " +4. The",
        "INSERT INTO STAGING SELECT id, observed_at, note FROM STAGING"
            + " ARRAY JOIN range(4) AS copy WHERE id = 8");
  }

  @Test
  void aRowInPlaceOfAnotherIsNamedWithTheOneThatIsMissing(ClickHouseServer server) {
    Row foreign = new Row(7, row(7).at(), "other");
    Refusal refusal =
        refusal(
            server,
            Events.again(SENT),
            plan ->
                Stream.of(hash(plan, foreign) + " +1", hash(plan, row(7)) + " -1")
                    .sorted()
                    .collect(Collectors.joining(", ")),
            "ALTER TABLE STAGING UPDATE note = 'other' WHERE id = 7 SETTINGS mutations_sync = 1");

    assertTrue(
        refusal
            .message()
            .contains(
                ": 1 copy of 1 row too many and 1 copy of 1 row too few; by hash: "
                    + refusal.expected()),
        refusal::toString);
  }

  @Test
  void manyRowsAreCountedAndTheFirstTenNamed(ClickHouseServer server) {
    String message =
        refusal(
            server,
            "DELETE FROM STAGING WHERE id < 200",
            "INSERT INTO STAGING SELECT * FROM STAGING WHERE id >= 2900");

    assertTrue(message.contains("100 copies of 100 distinct rows too many"), message);
    assertTrue(message.contains(" and 200 copies of 200 distinct rows too few"), message);
    assertTrue(message.contains(" and 290 more."), message);
  }

  @Test
  void moreThanCanBeToldApartAreCountedFromBelow(ClickHouseServer server) {
    String message = refusal(server, "TRUNCATE TABLE STAGING");

    assertTrue(message.contains("3000 rows too few"), message);
    assertTrue(message.contains("At least "), message);
  }

  @Test
  void withoutASecondReadingTheSumsAreGiven(ClickHouseServer server) {
    Consumer<RowEncoder> failing =
        rows -> {
          throw new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "gone");
        };
    String lost = "DELETE FROM STAGING WHERE id = 7";
    String message = refusal(server, failing, plan -> "", lost).message();

    assertTrue(message.contains("1 rows too few, accounted for by the row with"), message);
    assertTrue(message.contains("could not be read again"), message);
    assertTrue(
        refusal(server, Events.again(row(7)), plan -> "", lost)
            .message()
            .contains("A second reading of the chunk brought other rows"));
  }
}
