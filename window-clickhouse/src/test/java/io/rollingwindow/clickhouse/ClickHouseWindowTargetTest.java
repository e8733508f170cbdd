package io.rollingwindow.clickhouse;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.Client;
import io.rollingwindow.ExclusiveWindowWriterGuard;
import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.ChunkGrid;
import io.rollingwindow.plan.SourceIdentity;
import io.rollingwindow.plan.WindowInterval;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.HeldLease;
import io.rollingwindow.spi.Lease;
import io.rollingwindow.spi.StagingTable;
import io.rollingwindow.type.WindowSchema;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A composition that does not fit is refused before anything is connected. */
class ClickHouseWindowTargetTest {

  private static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("at", "Nullable(DateTime64(6, 'UTC'))")
          .column("later", "DateTime64(3, 'UTC')")
          .build();

  private final AtomicInteger connections = new AtomicInteger();
  private final Client bulk =
      new Client.Builder()
          .addEndpoint("http://localhost:1")
          .setUsername("user")
          .setPassword("secret")
          .build();

  @AfterEach
  void close() {
    bulk.close();
  }

  private static final class NoGuard implements ExclusiveWindowWriterGuard {
    @Override
    public void validate(String targetId) {
      throw new IllegalStateException("not asked");
    }

    @Override
    public void assertLease(Lease lease) {
      throw new IllegalStateException("not asked");
    }

    @Override
    public void fenceAttempt(Lease lease, String operationId) {
      throw new IllegalStateException("not asked");
    }

    @Override
    public Hold hold(Lease lease) {
      throw new IllegalStateException("not asked");
    }
  }

  private ClickHouseWindowTarget.Builder complete() {
    return ClickHouseWindowTarget.builder()
        .targetId("target")
        .database("d")
        .table("t")
        .schema(SCHEMA)
        .windowColumn("at")
        .control(
            () -> {
              connections.incrementAndGet();
              throw new SQLException("not to be connected");
            })
        .bulk(bulk)
        .writerGuard(new NoGuard());
  }

  private static void assertInvalid(
      Consumer<ClickHouseWindowTarget.Builder> change, ClickHouseWindowTarget.Builder builder) {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () -> {
              change.accept(builder);
              builder.build();
            });
    assertEquals(ErrorCode.COMPOSITION_INVALID, refused.code());
  }

  static Stream<Consumer<ClickHouseWindowTarget.Builder>> wrongParts() {
    return Stream.of(
        builder -> builder.targetId(" "),
        builder -> builder.targetId(null),
        builder -> builder.database(""),
        builder -> builder.table(null),
        builder -> builder.schema(null),
        builder -> builder.windowColumn("unknown"),
        builder -> builder.windowColumn("id"),
        builder -> builder.control(null),
        builder -> builder.bulk(null),
        builder -> builder.writerGuard(null),
        builder -> builder.maxEncodedBytes(0),
        builder -> builder.maxEncodedBytes(-1),
        builder -> builder.maxEncodedBytes(Integer.MAX_VALUE),
        builder -> builder.compareMemoryBytes(0),
        builder -> builder.answerTimeout(Duration.ZERO),
        builder -> builder.workTimeout(Duration.ofSeconds(-1)),
        builder -> builder.joinTimeout(null),
        builder -> builder.stallTimeout(Duration.ZERO),
        builder -> builder.strategy(null),
        builder -> builder.clock(null));
  }

  @ParameterizedTest
  @MethodSource("wrongParts")
  void aWrongPartIsRefused(Consumer<ClickHouseWindowTarget.Builder> change) {
    assertInvalid(change, complete());
    assertEquals(0, connections.get());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DateTime('UTC')",
        "DateTime64(9, 'UTC')",
        "DateTime64(7, 'UTC')",
        "DateTime64(6)",
        "DateTime64(6, 'Europe/Moscow')",
        "String"
      })
  void aWindowColumnMustBeUtcAndNotFinerThanMicroseconds(String type) {
    WindowSchema schema = WindowSchema.builder().column("at", type).build();

    assertInvalid(builder -> builder.schema(schema), complete());
  }

  @Test
  void aTargetCannotBeMadeWithoutAGuard() {
    ConfigurationException refused =
        assertThrows(
            ConfigurationException.class,
            () ->
                ClickHouseWindowTarget.builder()
                    .targetId("target")
                    .database("d")
                    .table("t")
                    .schema(SCHEMA)
                    .windowColumn("at")
                    .control(() -> null)
                    .bulk(bulk)
                    .build());

    assertTrue(refused.getMessage().contains("writerGuard"));
  }

  private static WindowPlan plan(String target, String fingerprint, String column) {
    return new WindowPlan(
        "route",
        target,
        fingerprint,
        column,
        new ChunkGrid(new WindowInterval(0, 10), 10),
        new SourceIdentity("s", "d", "r", "x"),
        new DigestKey(1, 2));
  }

  private static HeldLease lease(String target) {
    Lease lease = new Lease(target, "owner", 1, Instant.MAX);
    return new HeldLease() {
      @Override
      public Lease current() {
        return lease;
      }

      @Override
      public void assertHeld() {}
    };
  }

  static Stream<WindowPlan> foreignPlans() {
    return Stream.of(
        plan("another", SCHEMA.fingerprint(), "at"),
        plan("target", "another", "at"),
        plan("target", SCHEMA.fingerprint(), "later"));
  }

  private void assertRefusedEverywhere(WindowPlan plan, HeldLease lease) {
    ClickHouseWindowTarget target = complete().build();
    AttemptId attempt = new AttemptId(plan.runId(), 0, 1);
    List<Runnable> calls =
        List.of(
            () -> target.stage(plan, attempt, lease),
            () -> target.discard(plan, attempt, lease),
            () -> target.hold(plan, lease),
            () -> target.dropStaging(plan, List.of(), lease));
    for (Runnable call : calls) {
      ConfigurationException refused = assertThrows(ConfigurationException.class, call::run);
      assertEquals(ErrorCode.COMPOSITION_INVALID, refused.code());
    }
    assertEquals(0, connections.get());
  }

  @ParameterizedTest
  @MethodSource("foreignPlans")
  void aPlanOfAnotherTargetSchemaOrColumnReachesNothing(WindowPlan plan) {
    assertRefusedEverywhere(plan, lease("target"));
    ChunkReceipt receipt =
        new ChunkReceipt(
            new AttemptId(plan.runId(), 0, 1),
            Optional.of(new StagingTable("t", "u")),
            RowTotals.empty(3),
            0);
    ClickHouseWindowTarget target = complete().build();
    assertThrows(ConfigurationException.class, () -> target.confirm(plan, receipt));
    assertEquals(0, connections.get());
  }

  @Test
  void aLeaseOfAnotherTargetReachesNothing() {
    assertRefusedEverywhere(plan("target", SCHEMA.fingerprint(), "at"), lease("another"));
  }
}
