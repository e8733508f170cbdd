package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.spi.GenerationProof;
import io.rollingwindow.spi.GenerationProof.Durability;
import io.rollingwindow.spi.PreparedGeneration;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows immediately before publication that the target is what the generation was prepared against,
 * and that every row outside the window is in both as often.
 */
final class GenerationProver {

  private final TargetContext context;
  private final ControlSession session;
  private final WindowPlan plan;

  GenerationProver(TargetContext context, ControlSession session, WindowPlan plan) {
    this.context = context;
    this.session = session;
    this.plan = plan;
  }

  GenerationProof prove(PreparedGeneration generation, Baseline baseline) {
    long begun = System.nanoTime();
    TableRef table = context.target().sibling(generation.table());
    requireSame(generation, baseline, table);
    PartHistory historyNow = PartHistory.read(session, context.target());
    PartSet targetNow = historyNow.parts();
    PartSet generationNow = PartSet.read(session, table);
    List<String> changed = baseline.parts().parts().differing(targetNow);
    requireInsideUnchanged(baseline, historyNow, changed);

    List<String> byRows = new ArrayList<>();
    int byIdentity = 0;
    InsideRows staged = null;
    for (String partition : PartSet.union(targetNow.ids(), generationNow.ids())) {
      boolean cloned =
          Strategies.isClone(baseline.strategy())
              && baseline.inside().of(partition) == 0
              && !changed.contains(partition);
      if (!cloned) {
        byRows.add(partition);
        continue;
      }
      long beyond = generationNow.rowsBeyond(partition, targetNow);
      if (beyond > 0 && staged == null) {
        staged = InsideRows.read(session, context, plan, table);
      }
      // Parts beyond the target's are the staged ones, which hold rows of the window alone.
      if (beyond == 0 || (beyond > 0 && beyond == staged.of(partition))) {
        byIdentity++;
      } else {
        byRows.add(partition);
      }
    }
    requireOutsideEqual(table, byRows, byIdentity);
    return new GenerationProof(
        byIdentity,
        byRows.size(),
        generation.outsideRows(),
        makeDurable(),
        System.nanoTime() - begun);
  }

  private void requireSame(PreparedGeneration generation, Baseline baseline, TableRef table) {
    TargetFacts facts = new TargetAdmission(context, session).require();
    if (!facts.uuid().equals(generation.targetUuid())) {
      throw changed("Another table stands behind the target's name");
    }
    if (!facts.definition().shape().equals(baseline.facts().definition().shape())) {
      throw new RefusedException(
          ErrorCode.SCHEMA_CHANGED,
          "The target's physical schema changed after preparation. Nothing is published and the"
              + " changed target is kept; use a new invocation.");
    }
    boolean there =
        Tables.byName(session, table)
            .filter(found -> found.uuid().equals(generation.tableUuid()))
            .isPresent();
    if (!there) {
      throw changed("The prepared generation is gone");
    }
  }

  /** Parts may have merged; any other change to a partition of the window is somebody's write. */
  private void requireInsideUnchanged(Baseline baseline, PartHistory now, List<String> changed) {
    List<String> written =
        changed.stream()
            .filter(partition -> !baseline.parts().isOnlyMergedIn(now, partition))
            .toList();
    if (written.isEmpty()) {
      return;
    }
    if (written.stream().anyMatch(Partitions::isPatch)) {
      throw changed("Rows of the target were updated, in parts of their own,");
    }
    InsideRows inside = InsideRows.read(session, context, plan, context.target());
    for (String partition : written) {
      if (baseline.inside().of(partition) > 0 || inside.of(partition) > 0) {
        throw changed(
            "Partition "
                + partition
                + " of the target, which has rows inside the window,"
                + " was written to");
      }
    }
  }

  private void requireOutsideEqual(TableRef table, List<String> byRows, int byIdentity) {
    OutsideComparison comparison = new OutsideComparison(context, session, plan);
    OutsideComparison.Difference difference =
        byIdentity == 0
            ? comparison.compareAll(context.target(), table)
            : comparison.compare(context.target(), table, byRows);
    if (!difference.isNone()) {
      throw changed(
          "%d distinct rows outside the window differ, by %d copies"
              .formatted(difference.rows(), difference.copies()));
    }
  }

  private static RefusedException changed(String what) {
    return new RefusedException(
        ErrorCode.TARGET_CHANGED,
        what
            + " between preparation and publication. Nothing is published and the changed target is"
            + " kept; find the writer that the guard does not exclude and use a new invocation.");
  }

  private Durability makeDurable() {
    if (!context.durability()) {
      return Durability.TURNED_OFF;
    }
    try {
      session.execute("SYSTEM SYNC FILE CACHE");
      return Durability.FORCED;
    } catch (StatementFailure failure) {
      if (failure.is(ServerCode.ACCESS_DENIED)) {
        return Durability.NOT_PERMITTED;
      }
      throw failure;
    }
  }
}
