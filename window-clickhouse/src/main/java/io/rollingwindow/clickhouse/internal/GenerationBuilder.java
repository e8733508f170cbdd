package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import io.rollingwindow.spi.ChunkReceipt;
import io.rollingwindow.spi.StagingTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Builds a complete replacement beside the target, and checks its figures. */
final class GenerationBuilder {

  private final TargetContext context;
  private final ControlSession session;
  private final WindowPlan plan;
  private final Runnable beforeMutation;

  /**
   * A builder for one preparation.
   *
   * @param beforeMutation asserts lease and guard
   */
  GenerationBuilder(
      TargetContext context, ControlSession session, WindowPlan plan, Runnable beforeMutation) {
    this.context = context;
    this.session = session;
    this.plan = plan;
    this.beforeMutation = beforeMutation;
  }

  /**
   * What was built.
   *
   * @param table the generation
   * @param uuid its identity
   * @param outsideRows its rows outside the window
   * @param windowRows its rows inside the window
   */
  record Built(TableRef table, String uuid, long outsideRows, long windowRows) {}

  /** The staging tables that receipts name must be there, be the same tables, and be made alike. */
  void requireStaging(List<ChunkReceipt> receipts, TableDefinition target) {
    if (receipts.size() != plan.grid().count()) {
      throw changed(
          "There are %d receipts for %d chunks".formatted(receipts.size(), plan.grid().count()));
    }
    Map<String, Tables.Found> staged = new HashMap<>();
    Tables.byPrefix(session, context.target().database(), OwnedNames.stagingPrefix(plan.runId()))
        .forEach(table -> staged.put(table.name(), table));
    for (int chunk = 0; chunk < receipts.size(); chunk++) {
      ChunkReceipt receipt = receipts.get(chunk);
      if (receipt.chunk() != chunk || !receipt.attempt().run().equals(plan.runId())) {
        throw changed("The receipt at place " + chunk + " belongs to another chunk");
      }
      if (receipt.staging().isPresent()) {
        StagingTable table = receipt.staging().get();
        requireSame(chunk, table, Optional.ofNullable(staged.get(table.name())), target);
      }
    }
  }

  private static void requireSame(
      int chunk, StagingTable table, Optional<Tables.Found> found, TableDefinition target) {
    if (found.isEmpty() || !found.get().uuid().equals(table.uuid())) {
      throw changed("The staging table of chunk " + chunk + " is not the one that was verified");
    }
    if (!TableDefinition.parse(found.get().definition()).shape().equals(target.shape())) {
      throw new RefusedException(
          ErrorCode.SCHEMA_CHANGED,
          "The target's physical schema changed after chunk "
              + chunk
              + " was staged. Nothing is published and the target is as it was found; use a new"
              + " invocation.");
    }
  }

  private static RefusedException changed(String what) {
    return new RefusedException(
        ErrorCode.STAGING_MISMATCH,
        what
            + ", so the receipts do not say what is staged. Nothing is published; use a new invocation.");
  }

  Built build(Baseline baseline, List<ChunkReceipt> receipts) {
    TableRef generation = context.target().sibling(OwnedNames.generation(plan.runId()));
    create(generation, baseline.facts());
    attach(generation, clones(baseline));
    beforeMutation.run();
    copyOutside(generation, baseline);
    Map<String, PartSet> staged =
        PartSet.byPrefix(
            session, context.target().database(), OwnedNames.stagingPrefix(plan.runId()));
    attach(generation, sources(receipts, staged));
    return verified(generation, baseline, receipts, asVerified(receipts, staged));
  }

  private void attach(TableRef generation, List<Partitions.Source> sources) {
    new SideBySide(context, session, beforeMutation)
        .execute(Partitions.attaching(generation, sources));
  }

  private void create(TableRef generation, TargetFacts facts) {
    OwnerComment comment =
        OwnerComment.of(
                OwnedKind.GENERATION,
                plan.targetId(),
                plan.routeId(),
                plan.runId().value(),
                context.now())
            .carrying(facts.comment());
    beforeMutation.run();
    Tables.createLike(session, context.target(), generation, comment);
  }

  /** Partitions of the target that hold no row of the window are taken over whole. */
  private List<Partitions.Source> clones(Baseline baseline) {
    if (!Strategies.isClone(baseline.strategy())) {
      return List.of();
    }
    Set<String> touched = baseline.inside().partitions().keySet();
    return baseline.parts().partitions().keySet().stream()
        .filter(partition -> !touched.contains(partition))
        .map(partition -> new Partitions.Source(context.target(), partition))
        .toList();
  }

  private void copyOutside(TableRef generation, Baseline baseline) {
    Set<String> touched = baseline.inside().partitions().keySet();
    boolean clone = Strategies.isClone(baseline.strategy());
    if (clone && touched.isEmpty()) {
      return;
    }
    String sql =
        "INSERT INTO %s (%s) SELECT %s FROM %s WHERE %s%s"
            .formatted(
                generation.sql(),
                context.rows().columns(),
                context.rows().columns(),
                context.target().sql(),
                context.rows().outside(plan.interval()),
                clone ? " AND " + Partitions.among(touched) : "");
    try {
      session.execute(sql);
    } catch (StatementFailure failure) {
      if (failure.isRejected()) {
        throw failure;
      }
      // A dead connection is not the statement's outcome: it is watched to its end, and the figures
      // tell what it did.
      RunningRequests requests =
          new RunningRequests(session.as(session.operation() + "-watch"), context.limits().join());
      if (!requests.join(session.operation(), context.limits().work())) {
        throw failure;
      }
    }
  }

  private List<Partitions.Source> sources(
      List<ChunkReceipt> receipts, Map<String, PartSet> staged) {
    List<Partitions.Source> sources = new ArrayList<>();
    for (StagingTable staging : tables(receipts)) {
      TableRef table = context.target().sibling(staging.name());
      staged
          .getOrDefault(staging.name(), PartSet.NONE)
          .ids()
          .forEach(partition -> sources.add(new Partitions.Source(table, partition)));
    }
    return sources;
  }

  private static List<StagingTable> tables(List<ChunkReceipt> receipts) {
    return receipts.stream().flatMap(receipt -> receipt.staging().stream()).toList();
  }

  /** The parts of all chunks, if each still has those that it had when it was verified. */
  private Optional<PartSet> asVerified(List<ChunkReceipt> receipts, Map<String, PartSet> staged) {
    List<PartSet> all = new ArrayList<>();
    for (StagingTable staging : tables(receipts)) {
      PartSet now = staged.getOrDefault(staging.name(), PartSet.NONE);
      if (!context.verifiedParts().of(staging.uuid()).filter(now::equals).isPresent()) {
        return Optional.empty();
      }
      all.add(now);
    }
    return Optional.of(PartSet.sum(all));
  }

  private Built verified(
      TableRef generation,
      Baseline baseline,
      List<ChunkReceipt> receipts,
      Optional<PartSet> verifiedParts) {
    Tables.Found found =
        Tables.byName(session, generation)
            .orElseThrow(() -> new IllegalStateException("the generation was just made"));
    if (!TableDefinition.parse(found.definition())
        .shape()
        .equals(baseline.facts().definition().shape())) {
      throw new RefusedException(
          ErrorCode.SCHEMA_CHANGED,
          "The generation is not made like the target. Nothing is published and the target is as it"
              + " was found; the generation is dropped by the next preparation.");
    }
    RowTotals expected =
        receipts.stream()
            .map(ChunkReceipt::totals)
            .reduce(RowTotals.empty(context.schema().columns().size()), RowTotals::plus);
    Counts counts = counts(generation);
    long outside = counts.total() - counts.inside();
    long kept = counts.target() - baseline.inside().rows();
    boolean sameParts =
        verifiedParts.filter(PartSet.read(session, generation)::holdsAll).isPresent();
    boolean rightRows = sameParts || agree(generation, expected);
    if (!rightRows) {
      requireAsVerified(receipts);
    }
    if (!rightRows || counts.inside() != expected.rows() || outside != kept) {
      throw new TransientChunkException(
          ErrorCode.TRANSIENT_FAILURE,
          "The generation was built wrongly: %d rows inside the window of %d, and %d outside of %d."
                  .formatted(counts.inside(), expected.rows(), outside, kept)
              + " A statement was broken off or came twice, or the target was written to; nothing is"
              + " published, and the next call prepares again.");
    }
    return new Built(generation, found.uuid(), outside, counts.inside());
  }

  /**
   * Whether the window of the generation is what was verified. Asked where parts have merged since,
   * or another process verified them.
   */
  private boolean agree(TableRef generation, RowTotals expected) {
    return session
        .one(
            "SELECT %s FROM %s WHERE %s"
                .formatted(
                    StagedFigures.expressions(context.rows(), plan.digestKey()),
                    generation.sql(),
                    context.rows().inside(plan.interval())),
            row -> StagedFigures.read(row, context.schema().columns().size()))
        .agreesWith(expected);
  }

  /** Tells a changed staging table from a generation that was built wrongly of right ones. */
  private void requireAsVerified(List<ChunkReceipt> receipts) {
    for (ChunkReceipt receipt : receipts) {
      if (receipt.staging().isPresent()) {
        TableRef table = context.target().sibling(receipt.staging().get().name());
        StagedFigures now = StagedTable.read(session, context, plan, table).figures();
        if (!now.agreesWith(receipt.totals())) {
          throw changed("The staging table of chunk " + receipt.chunk() + " holds other rows");
        }
      }
    }
  }

  private record Counts(long inside, long total, long target) {}

  private Counts counts(TableRef generation) {
    return session.one(
        "SELECT (SELECT count() FROM %s WHERE %s), (SELECT count() FROM %s), (SELECT count() FROM %s)"
            .formatted(
                generation.sql(),
                context.rows().inside(plan.interval()),
                generation.sql(),
                context.target().sql()),
        row -> new Counts(row.getLong(1), row.getLong(2), row.getLong(3)));
  }
}
