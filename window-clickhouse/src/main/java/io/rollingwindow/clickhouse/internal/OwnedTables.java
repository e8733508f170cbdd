package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.clickhouse.OwnedTable;
import io.rollingwindow.clickhouse.TableStanding;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.Lease;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** Finds and drops the tables that runs left beside a target. */
public final class OwnedTables {

  private final TargetContext context;

  /**
   * The owned tables of a target.
   *
   * @param context its composition
   */
  public OwnedTables(TargetContext context) {
    this.context = context;
  }

  /** A table as found, before its run is asked about. */
  private record Found(String name, String uuid, String comment, long rows) {}

  /** Bytes of a table's parts. */
  private record Bytes(long all, long held) {

    static final Bytes NONE = new Bytes(0, 0);
  }

  /** What a table's folder holds. */
  private record Content(Bytes bytes, long detachedParts) {}

  /**
   * Lists them.
   *
   * @param standing tells the standing of a run's tables
   * @return the tables, by name
   */
  public List<OwnedTable> list(Function<RunId, TableStanding> standing) {
    return Failures.typed(
        "Listing the owned tables",
        () -> {
          try (ControlSession session = context.open(context.targetId() + "-maintenance")) {
            Map<String, Bytes> bytes = bytes(session);
            Map<String, Long> detached =
                DetachedParts.byTable(session, context.target().database());
            List<OwnedTable> owned = new ArrayList<>();
            for (Found found : find(session)) {
              Content content =
                  new Content(
                      bytes.getOrDefault(found.name(), Bytes.NONE),
                      detached.getOrDefault(found.name(), 0L));
              owned(found, content, standing).ifPresent(owned::add);
            }
            return owned;
          }
        });
  }

  private List<Found> find(ControlSession session) {
    return session.query(
        "SELECT name, toString(uuid), comment, ifNull(total_rows, 0) FROM system.tables"
            + " WHERE database = %s AND name != %s"
                .formatted(Sql.text(context.target().database()), Sql.text(context.target().name()))
            + " AND (startsWith(name, %s) OR position(comment, %s) > 0) ORDER BY name"
                .formatted(Sql.text(OwnedNames.PREFIX), Sql.text(OwnerComment.LIBRARY)),
        row -> new Found(row.getString(1), row.getString(2), row.getString(3), row.getLong(4)));
  }

  /** A part that another table has too is shared by hard link, so its bytes are held once. */
  private Map<String, Bytes> bytes(ControlSession session) {
    String parts =
        "system.parts WHERE active AND database = " + Sql.text(context.target().database());
    Map<String, Bytes> bytes = new HashMap<>();
    session
        .query(
            "SELECT table, sum(bytes_on_disk), sumIf(bytes_on_disk, hash_of_all_files NOT IN"
                + " (SELECT hash_of_all_files FROM "
                + parts
                + " GROUP BY hash_of_all_files HAVING uniqExact(table) > 1)) FROM "
                + parts
                + " GROUP BY table",
            OwnedTables::tableBytes)
        .forEach(table -> bytes.put(table.getKey(), table.getValue()));
    return bytes;
  }

  private static Map.Entry<String, Bytes> tableBytes(ResultSet row) throws SQLException {
    return Map.entry(row.getString(1), new Bytes(row.getLong(2), row.getLong(3)));
  }

  private Optional<OwnedTable> owned(
      Found found, Content content, Function<RunId, TableStanding> standing) {
    Optional<OwnerComment> owner = OwnerComment.parse(found.comment());
    if (owner.isEmpty()) {
      return unlabelled(found, content, standing);
    }
    OwnerComment comment = owner.get();
    if (!context.targetId().equals(comment.target())) {
      return Optional.empty();
    }
    Optional<RunId> run = Optional.ofNullable(comment.run()).map(RunId::new);
    return Optional.of(
        new OwnedTable(
            found.name(),
            found.uuid(),
            OwnedTable.Kind.valueOf(comment.kind().name()),
            run,
            optional(comment.chunk()),
            optional(comment.attempt()),
            instant(comment.created()),
            run.map(standing).orElse(TableStanding.SETTLED),
            found.rows(),
            content.bytes().all(),
            content.bytes().held(),
            content.detachedParts()));
  }

  /**
   * A backup whose comment was never set is known by its name and by a store that knows its run.
   */
  private static Optional<OwnedTable> unlabelled(
      Found found, Content content, Function<RunId, TableStanding> standing) {
    Optional<RunId> run = OwnedNames.runOfPublication(found.name());
    return run.map(
        id ->
            new OwnedTable(
                found.name(),
                found.uuid(),
                OwnedTable.Kind.BACKUP,
                run,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                standing.apply(id),
                found.rows(),
                content.bytes().all(),
                content.bytes().held(),
                content.detachedParts()));
  }

  private static OptionalInt optional(Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }

  private static Optional<Instant> instant(String text) {
    try {
      return Optional.of(Instant.parse(text));
    } catch (DateTimeException | NullPointerException e) {
      return Optional.empty();
    }
  }

  /**
   * Drops a table that still is the one that was listed.
   *
   * @param table what was listed
   * @param lease the lease it is dropped under
   * @return false when another table has its name now, or none
   */
  public boolean drop(OwnedTable table, Lease lease) {
    return Failures.typed(
        "Dropping the table " + table.name(),
        () -> {
          TableRef ref = context.target().sibling(table.name());
          try (ControlSession session = context.open(context.targetId() + "-maintenance")) {
            boolean same =
                Tables.byName(session, ref)
                    .filter(found -> found.uuid().equals(table.uuid()))
                    .isPresent();
            if (same) {
              TargetContext.guarded(() -> context.guard().assertLease(lease));
              Tables.drop(session, ref);
            }
            return same;
          }
        });
  }
}
