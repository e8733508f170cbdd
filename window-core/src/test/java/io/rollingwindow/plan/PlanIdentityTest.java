package io.rollingwindow.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.type.WindowSchema;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What makes two runs, or two requests, the same one. */
class PlanIdentityTest {

  private static final WindowSchema SCHEMA =
      WindowSchema.builder()
          .column("id", "Int64")
          .column("observed_at", "Nullable(DateTime64(6, 'UTC'))")
          .column("other_at", "DateTime64(6, 'UTC')")
          .build();
  private static final ChunkGrid GRID = grid(0, 10, 3);
  private static final SourceIdentity SOURCE = new SourceIdentity("sys", "db", "rel", "snap");
  private static final DigestKey KEY = new DigestKey(1, 2);

  @Test
  void theRunIdOfAPlanIsTheSameInEveryRelease() {
    assertEquals(
        new RunId("754c57ec0f5b85bded4ae3666de45e4e"),
        plan("r", "t", "f", "c", GRID, SOURCE, KEY).runId());
  }

  @Test
  void theFingerprintOfARequestIsTheSameInEveryRelease() {
    assertEquals(
        "5c167c6dfd23bceccbe5f60db12705429f11cce6cf4e3d441458136319cc55d7",
        request("r", "t", SCHEMA, "observed_at", GRID).fingerprint());
  }

  @Test
  void equalPlansHaveOneRunId() {
    WindowPlan one = plan("r", "t", "f", "c", GRID, SOURCE, KEY);
    WindowPlan other = plan("r", "t", "f", "c", grid(0, 10, 3), SOURCE, KEY);

    assertEquals(one, other);
    assertEquals(one.runId(), other.runId());
  }

  @Test
  void everyPartOfAPlanChangesTheRunId() {
    List<WindowPlan> plans =
        List.of(
            plan("r", "t", "f", "c", GRID, SOURCE, KEY),
            plan("r2", "t", "f", "c", GRID, SOURCE, KEY),
            plan("r", "t2", "f", "c", GRID, SOURCE, KEY),
            plan("r", "t", "f2", "c", GRID, SOURCE, KEY),
            plan("r", "t", "f", "c2", GRID, SOURCE, KEY),
            plan("r", "t", "f", "c", grid(1, 10, 3), SOURCE, KEY),
            plan("r", "t", "f", "c", grid(0, 11, 3), SOURCE, KEY),
            plan("r", "t", "f", "c", grid(0, 10, 4), SOURCE, KEY),
            plan("r", "t", "f", "c", GRID, source("sys2", "db", "rel", "snap"), KEY),
            plan("r", "t", "f", "c", GRID, source("sys", "db2", "rel", "snap"), KEY),
            plan("r", "t", "f", "c", GRID, source("sys", "db", "rel2", "snap"), KEY),
            plan("r", "t", "f", "c", GRID, source("sys", "db", "rel", "snap2"), KEY),
            plan("r", "t", "f", "c", GRID, SOURCE, new DigestKey(2, 2)),
            plan("r", "t", "f", "c", GRID, SOURCE, new DigestKey(1, 3)),
            plan("r", "t", "f", "c", GRID, SOURCE, new DigestKey(2, 1)));

    assertEquals(plans.size(), plans.stream().map(WindowPlan::runId).distinct().count());
  }

  @Test
  void everyPartOfARequestChangesItsFingerprint() {
    WindowSchema smaller = WindowSchema.builder().column("observed_at", "DateTime64(6)").build();
    List<WindowRequest> requests =
        List.of(
            request("r", "t", SCHEMA, "observed_at", GRID),
            request("r2", "t", SCHEMA, "observed_at", GRID),
            request("r", "t2", SCHEMA, "observed_at", GRID),
            request("r", "t", smaller, "observed_at", GRID),
            request("r", "t", SCHEMA, "other_at", GRID),
            request("r", "t", SCHEMA, "observed_at", grid(1, 10, 3)),
            request("r", "t", SCHEMA, "observed_at", grid(0, 11, 3)),
            request("r", "t", SCHEMA, "observed_at", grid(0, 10, 4)));

    assertEquals(
        requests.size(), requests.stream().map(WindowRequest::fingerprint).distinct().count());
  }

  @Test
  void textDoesNotRunFromOnePartIntoTheNext() {
    assertNotEquals(
        plan("ra", "t", "f", "c", GRID, SOURCE, KEY).runId(),
        plan("r", "at", "f", "c", GRID, SOURCE, KEY).runId());
    assertNotEquals(
        plan("r", "t", "f", "c", GRID, source("s", "yd", "rel", "snap"), KEY).runId(),
        plan("r", "t", "f", "c", GRID, source("sy", "d", "rel", "snap"), KEY).runId());
  }

  @Test
  void aPlanTakesEverythingFromItsRequestAndSnapshot() {
    WindowRequest request = request("r", "t", SCHEMA, "observed_at", GRID);
    WindowPlan plan = WindowPlan.of(request, SOURCE, new SecureRandom());

    assertEquals(
        plan("r", "t", SCHEMA.fingerprint(), "observed_at", GRID, SOURCE, plan.digestKey()), plan);
    assertEquals(GRID.interval(), plan.interval());
    assertEquals(GRID.interval(), request.interval());
  }

  @Test
  void everyPlanHasADigestKeyOfItsOwn() {
    WindowRequest request = request("r", "t", SCHEMA, "observed_at", GRID);
    SecureRandom random = new SecureRandom();

    assertNotEquals(
        WindowPlan.of(request, SOURCE, random).runId(),
        WindowPlan.of(request, SOURCE, random).runId());
  }

  private static WindowPlan plan(
      String route,
      String target,
      String fingerprint,
      String column,
      ChunkGrid grid,
      SourceIdentity source,
      DigestKey key) {
    return new WindowPlan(route, target, fingerprint, column, grid, source, key);
  }

  private static WindowRequest request(
      String route, String target, WindowSchema schema, String column, ChunkGrid grid) {
    return new WindowRequest(route, target, schema, column, grid);
  }

  private static SourceIdentity source(
      String system, String database, String relation, String snapshot) {
    return new SourceIdentity(system, database, relation, snapshot);
  }

  private static ChunkGrid grid(long start, long end, long chunk) {
    return new ChunkGrid(new WindowInterval(start, end), chunk);
  }
}
