package io.rollingwindow.plan;

import io.rollingwindow.internal.Names;
import io.rollingwindow.type.WindowSchema;
import java.util.Objects;

/**
 * What one invocation asks for, before any snapshot is taken: route, target, shape and window.
 *
 * @param routeId the stable, sanitized name of the route
 * @param targetId the stable, sanitized name of the target
 * @param schema the columns in order
 * @param windowColumn the column that the window is about; one of the schema's
 * @param grid the interval and its chunks
 */
public record WindowRequest(
    String routeId, String targetId, WindowSchema schema, String windowColumn, ChunkGrid grid) {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank, too long or no well-formed text or the
   *     column is not in the schema
   */
  public WindowRequest {
    Names.require(routeId, "routeId");
    Names.require(targetId, "targetId");
    Objects.requireNonNull(schema, "schema");
    Names.require(windowColumn, "windowColumn");
    Objects.requireNonNull(grid, "grid");
    schema.indexOf(windowColumn); // refuses whatever is not exactly the name of a column
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
   * What tells this request from another under the same invocation id: everything but the
   * parallelism, which changes no result.
   *
   * @return SHA-256 in lower case hexadecimal
   */
  public String fingerprint() {
    return new IdentityHash("rollingwindow-request-v1")
        .text(routeId)
        .text(targetId)
        .text(schema.fingerprint())
        .text(windowColumn)
        .number(interval().startMicros())
        .number(interval().endMicros())
        .number(grid.chunkMicros())
        .hex();
  }
}
