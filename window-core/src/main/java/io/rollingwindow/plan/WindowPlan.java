package io.rollingwindow.plan;

import io.rollingwindow.internal.Names;
import io.rollingwindow.row.DigestKey;
import java.security.SecureRandom;
import java.util.Objects;

/**
 * Everything that identifies the work of one run. A plan is immutable, and its {@link #runId()}
 * changes when anything in it does. How many workers carry it out is not part of it.
 *
 * @param routeId the stable name of the route
 * @param targetId the stable name of the target
 * @param schemaFingerprint the fingerprint of the columns
 * @param windowColumn the column that the window is about
 * @param grid the interval and its chunks
 * @param source which rows are read
 * @param digestKey the random key of this plan's row digests
 */
public record WindowPlan(
    String routeId,
    String targetId,
    String schemaFingerprint,
    String windowColumn,
    ChunkGrid grid,
    SourceIdentity source,
    DigestKey digestKey) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank, too long or no well-formed text
   */
  public WindowPlan {
    Names.require(routeId, "routeId");
    Names.require(targetId, "targetId");
    Names.require(schemaFingerprint, "schemaFingerprint");
    Names.require(windowColumn, "windowColumn");
    Objects.requireNonNull(grid, "grid");
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(digestKey, "digestKey");
  }

  /**
   * The plan of a request for one snapshot, with a fresh digest key.
   *
   * @param request what is asked for
   * @param source the snapshot that answers it
   * @param random where the digest key comes from
   * @return the plan
   */
  public static WindowPlan of(WindowRequest request, SourceIdentity source, SecureRandom random) {
    return new WindowPlan(
        request.routeId(),
        request.targetId(),
        request.schema().fingerprint(),
        request.windowColumn(),
        request.grid(),
        source,
        DigestKey.random(random));
  }

  /**
   * The interval as a whole.
   *
   * @return the window
   */
  public WindowInterval interval() {
    return grid.interval();
  }

  /**
   * The identity of the run that carries this plan out.
   *
   * @return the same for equal plans, in every process
   */
  public RunId runId() {
    String hash =
        new IdentityHash("rollingwindow-plan-v1")
            .text(routeId)
            .text(targetId)
            .text(schemaFingerprint)
            .text(windowColumn)
            .number(interval().startMicros())
            .number(interval().endMicros())
            .number(grid.chunkMicros())
            .text(source.system())
            .text(source.database())
            .text(source.relation())
            .text(source.snapshot())
            .number(digestKey.k0())
            .number(digestKey.k1())
            .hex();
    return new RunId(hash.substring(0, 32));
  }
}
