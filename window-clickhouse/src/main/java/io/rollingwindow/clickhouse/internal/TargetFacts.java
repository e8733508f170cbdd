package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.GenerationStrategy;
import java.util.Optional;

/**
 * What the target is, physically.
 *
 * @param uuid the identity behind the target's name
 * @param definition how it is made
 * @param comment its comment, without what this library may have left in it
 * @param partitioned whether it has a partition key
 * @param patched whether updates are pending in parts of their own
 * @param rows the rows that it holds
 * @param bytes the bytes that it holds on disk
 */
record TargetFacts(
    String uuid,
    TableDefinition definition,
    String comment,
    boolean partitioned,
    boolean patched,
    long rows,
    long bytes) {

  /** The strategy that is asked for, or else the one that suits. */
  GenerationStrategy strategy(Optional<GenerationStrategy> forced) {
    return forced.orElse(
        clonable() ? GenerationStrategy.PARTITION_CLONE : GenerationStrategy.REBUILD);
  }

  /** Whether a part can be taken over as it is and reads the same in another table. */
  boolean clonable() {
    return partitioned && !patched;
  }
}
