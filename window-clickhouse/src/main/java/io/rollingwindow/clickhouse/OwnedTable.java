package io.rollingwindow.clickhouse;

import io.rollingwindow.plan.RunId;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A table that this library made beside the target, or that an exchange left as a backup.
 *
 * @param name its name, without the database
 * @param uuid its identity
 * @param kind what it is for
 * @param run the run it belongs to; empty for scratch tables
 * @param chunk the chunk it stages; empty for other kinds
 * @param attempt the attempt it stages; empty for other kinds
 * @param since when it was made, or became what it is; empty where its comment does not say
 * @param standing whether it may go
 * @param rows the rows it holds
 * @param bytes the bytes of its parts on disk
 * @param heldBytes those of them that no other table's parts are identical to, and so about what
 *     dropping it frees: parts that were attached share their files
 * @param detachedParts parts that were detached from it, as from the target that it once was; they
 *     are in none of the other counts, and a table that has any is not dropped
 */
public record OwnedTable(
    String name,
    String uuid,
    Kind kind,
    Optional<RunId> run,
    OptionalInt chunk,
    OptionalInt attempt,
    Optional<Instant> since,
    TableStanding standing,
    long rows,
    long bytes,
    long heldBytes,
    long detachedParts) {

  /** Requires every part. */
  public OwnedTable {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(uuid, "uuid");
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(run, "run");
    Objects.requireNonNull(chunk, "chunk");
    Objects.requireNonNull(attempt, "attempt");
    Objects.requireNonNull(since, "since");
    Objects.requireNonNull(standing, "standing");
  }

  /** What an owned table is for. */
  public enum Kind {
    /** Holds one attempt at one chunk. */
    STAGING,
    /** A replacement that was built and is not, or never will be, published. */
    GENERATION,
    /** The old generation of a target, kept by an exchange. */
    BACKUP,
    /** An empty table that the exchange was tried on. */
    PROBE
  }
}
