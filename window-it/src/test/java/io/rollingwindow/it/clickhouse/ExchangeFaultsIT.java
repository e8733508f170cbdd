package io.rollingwindow.it.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.clickhouse.ClickHouseWindowTarget;
import io.rollingwindow.it.clickhouse.FaultProxy.Fault;
import io.rollingwindow.it.servers.ClickHouseServer;
import io.rollingwindow.it.servers.EmbeddedClickHouseServer;
import io.rollingwindow.it.servers.WithServers;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.PreparedGeneration;
import io.rollingwindow.spi.PublicationHold;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One swap or none, and the right name for it, whatever happens to the one request that matters.
 */
@WithServers
class ExchangeFaultsIT {

  private static final String EXCHANGE = "EXCHANGE TABLES";
  private static final Row KEPT = Row.at(1, "2026-09-01T00:00:00Z", "kept");
  private static final Row OLD = Row.at(2, "2026-09-04T00:00:00Z", "old");
  private static final Row NEW = Row.at(3, "2026-09-04T00:00:00Z", "new");

  /** A run over a proxy, up to the written intent. */
  private static final class Prepared implements AutoCloseable {

    final FaultProxy proxy;
    final Events events;
    final ClickHouseWindowTarget target;
    final WindowPlan plan;
    final PublicationHold hold;
    final PublicationIntent intent;

    Prepared(ClickHouseServer server) {
      FaultProxy[] made = new FaultProxy[1];
      events =
          Events.create(
              server,
              Events.PLAIN,
              direct -> {
                made[0] = new FaultProxy(direct);
                return made[0].endpoint();
              });
      proxy = made[0];
      events.insert(KEPT, OLD);
      target = events.builder().durability(false).joinTimeout(Duration.ofSeconds(20)).build();
      plan = events.plan(Duration.ofDays(7));
      List<ChunkReceipt> receipts = events.stageAll(target, plan, NEW);
      hold = target.hold(plan, events.lease);
      PreparedGeneration generation = hold.prepare(receipts);
      hold.prove(generation);
      intent = events.intent(plan, generation);
    }

    void assertPublished() {
      assertEquals(Events.shown(KEPT, NEW), events.rows());
      assertEquals(intent.generationUuid(), events.uuid(Events.TABLE));
    }

    void assertNotPublished() {
      assertEquals(Events.shown(KEPT, OLD), events.rows());
      assertEquals(intent.targetUuid(), events.uuid(Events.TABLE));
    }

    @Override
    public void close() {
      hold.close();
      events.close();
      proxy.close();
    }
  }

  @Test
  void aLostReplyIsPublishedAndNeverSentAgain(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.DROP_REPLY, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));
      PublicationStanding standing = run.hold.settle(run.intent);

      assertInstanceOf(PublicationStanding.Published.class, standing);
      assertEquals(standing, run.hold.settle(run.intent));
      assertEquals(1, run.proxy.delivered());
      run.assertPublished();
    }
  }

  @Test
  void aStatusOf503AfterTheSwapDoesNotSwapBack(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.ANSWER_503, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));

      assertInstanceOf(PublicationStanding.Published.class, run.hold.settle(run.intent));
      assertEquals(1, run.proxy.delivered());
      run.assertPublished();
    }
  }

  @Test
  void aRequestThatIsCutOffBeforehandIsProvablyNotPublished(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.CUT_BEFORE, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));

      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      assertEquals(0, run.proxy.delivered());
      run.assertNotPublished();
    }
  }

  @Test
  void aRequestThatArrivesAfterTheSettlementFindsNothingToSwap(ClickHouseServer server)
      throws InterruptedException {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.HOLD, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));
      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      run.proxy.releaseHeld();

      assertEquals(1, run.proxy.delivered());
      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      run.assertNotPublished();
    }
  }

  @Test
  void aRequestThatArrivesBetweenReplyAndSettlementIsPublished(ClickHouseServer server)
      throws InterruptedException {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.HOLD, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));
      run.proxy.releaseHeld();

      assertInstanceOf(PublicationStanding.Published.class, run.hold.settle(run.intent));
      run.assertPublished();
    }
  }

  @Test
  void aSecondCopyThatArrivesAfterTheSettlementDoesNotSwapBack(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      assertInstanceOf(ExchangeReply.Acknowledged.class, run.hold.exchange(run.intent));
      assertInstanceOf(PublicationStanding.Published.class, run.hold.settle(run.intent));

      String copy =
          "EXCHANGE TABLES %s AND %s".formatted(Events.TABLE, run.intent.generationTable());
      assertTrue(run.events.database.isRefused(copy));
      assertInstanceOf(PublicationStanding.Published.class, run.hold.settle(run.intent));
      run.assertPublished();
    }
  }

  @Test
  void aRequestThatIsDeliveredTwiceIsProvablyNotPublished(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.DELIVER_TWICE, EXCHANGE, 1);

      run.hold.exchange(run.intent);

      assertEquals(2, run.proxy.delivered());
      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      run.assertNotPublished();
    }
  }

  @Test
  void aNewProcessSettlesWhatADeadOneSent(ClickHouseServer server) {
    try (Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.DROP_REPLY, EXCHANGE, 1);
      run.hold.exchange(run.intent);
      run.hold.close();

      ClickHouseWindowTarget successor = run.events.builder().build();
      try (PublicationHold hold = successor.hold(run.plan, run.events.lease)) {
        assertInstanceOf(PublicationStanding.Published.class, hold.settle(run.intent));
      }
      run.assertPublished();
    }
  }

  @Test
  void aServerThatIsRestartedInTheMiddleEndsInOneOfTheTwoStates() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
        Prepared run = new Prepared(server)) {
      run.proxy.observe(
          request -> {
            if (request.contains(EXCHANGE)) {
              server.kill();
            }
          });

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));
      server.restart();

      assertEquals(new PublicationStanding.NotPublished(), run.hold.settle(run.intent));
      run.assertNotPublished();
    }
  }

  @Test
  void aServerThatDiesRightAfterTheSwapHasPublished() {
    try (EmbeddedClickHouseServer server = EmbeddedClickHouseServer.start();
        Prepared run = new Prepared(server)) {
      run.proxy.disturb(Fault.DROP_REPLY, EXCHANGE, 1);

      assertInstanceOf(ExchangeReply.Lost.class, run.hold.exchange(run.intent));
      server.kill();
      server.restart();

      assertInstanceOf(PublicationStanding.Published.class, run.hold.settle(run.intent));
      run.assertPublished();
    }
  }
}
