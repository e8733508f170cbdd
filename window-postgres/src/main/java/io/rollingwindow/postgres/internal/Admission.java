package io.rollingwindow.postgres.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import io.rollingwindow.plan.WindowRequest;
import io.rollingwindow.type.WindowColumn;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compares a table with a request, and collects everything that stands in the way of it. */
final class Admission {

  private static final int OLDEST_VERSION = 13;

  private final SourceTable name;
  private final WindowRequest request;
  private final List<Finding> findings = new ArrayList<>();
  private final List<SourceColumn> columns = new ArrayList<>();
  private final List<FieldDecoder> decoders = new ArrayList<>();
  private TableShape table;

  private Admission(SourceTable name, WindowRequest request) {
    this.name = name;
    this.request = request;
  }

  /** Looks at the table within the session's transaction. */
  static Admission of(PgSession session, SourceTable name, WindowRequest request)
      throws SQLException {
    Admission admission = new Admission(name, request);
    int version = session.majorVersion();
    if (version < OLDEST_VERSION) {
      admission.refuse(
          "server", "PostgreSQL " + version + " is older than " + OLDEST_VERSION + ".");
    }
    Optional<TableShape> shape = Catalog.table(session, name);
    if (shape.isEmpty()) {
      admission.refuse(name.toString(), "There is no such table in this database.");
    } else {
      admission.table = shape.get();
      admission.checkTable();
      admission.checkColumns();
    }
    return admission;
  }

  List<Finding> findings() {
    return List.copyOf(findings);
  }

  /**
   * What was admitted.
   *
   * @throws RefusedException with every finding, when there is one
   */
  Admitted admitted(PgSession session) throws SQLException {
    if (!findings.isEmpty()) {
      throw new RefusedException(
          findings.stream().map(Finding::code).distinct().count() == 1
              ? findings.get(0).code()
              : ErrorCode.SOURCE_REFUSED,
          "The source " + name + " does not admit an exact read; nothing was read:",
          findings);
    }
    return new Admitted(table, columns, decoders, needsGuard(session));
  }

  private void checkTable() {
    String kind = kind(table.kind());
    if (!kind.isEmpty()) {
      refuse(name.toString(), "It is " + kind + "; only an ordinary table can be read exactly.");
    }
    if (table.persistence() == 't') {
      refuse(name.toString(), "It is a temporary table, which other sessions cannot read.");
    }
    if (!table.present()) {
      refuse(name.toString(), "It is unlogged, and a standby does not have its rows.");
    }
    if (table.hasChildren()) {
      refuse(
          name.toString(),
          "Other tables inherit from it; their rows would be left out. Read each by itself.");
    }
    if (table.filtered()) {
      refuse(
          name.toString(),
          "Row level security filters what this role reads. Use a role that bypasses it.");
    }
    if (!table.readable()) {
      refuse(
          name.toString(),
          "This role lacks SELECT on the table or USAGE on its schema; grant them.");
    }
  }

  private static String kind(char relkind) {
    return switch (relkind) {
      case 'r' -> "";
      case 'p' -> "a partitioned table";
      case 'v' -> "a view";
      case 'm' -> "a materialized view";
      case 'f' -> "a foreign table";
      default -> "no table (kind " + relkind + ")";
    };
  }

  private void checkColumns() {
    for (WindowColumn wanted : request.schema().columns()) {
      Optional<SourceColumn> found = table.column(wanted.name());
      if (found.isEmpty()) {
        refuse(subject(wanted.name()), "The table has no such column.");
      } else {
        check(found.get(), wanted);
      }
    }
  }

  private void check(SourceColumn found, WindowColumn wanted) {
    boolean isWindow = wanted.name().equals(request.windowColumn());
    if (isWindow && found.type().kind() != SourceKind.TIMESTAMPTZ) {
      refuse(
          subject(wanted.name()),
          "The window column is " + found.type().declared() + "; it must be timestamptz.");
      return;
    }
    TypePair pair = TypePairs.resolve(found.type(), wanted.type());
    if (pair instanceof TypePair.Refused refused) {
      findings.add(
          new Finding(
              ErrorCode.TYPE_PAIR_REFUSED,
              subject(wanted.name()),
              refused.reason() + " Give the column another type on either side."));
    } else if (pair instanceof TypePair.Admitted admitted) {
      columns.add(found);
      decoders.add(admitted.decoder());
    }
  }

  private void refuse(String subject, String message) {
    findings.add(new Finding(ErrorCode.SOURCE_REFUSED, subject, message));
  }

  private String subject(String column) {
    return name + "." + column;
  }

  /**
   * Whether PostgreSQL has to weigh each row before it sends it. It need not where no value can be
   * large: the table keeps nothing out of line, so that a row fits its page, and no type grows much
   * when it is written out. A jsonb can: few bytes hold a number of very many digits.
   */
  private boolean needsGuard(PgSession session) throws SQLException {
    if (columns.stream().allMatch(column -> column.type().bounded())) {
      return false;
    }
    return columns.stream().anyMatch(column -> grows(column.type()))
        || Catalog.hasOutOfLineValues(session, table.oid());
  }

  private static boolean grows(SourceType type) {
    return type.kind() == SourceKind.JSONB || type.element().filter(Admission::grows).isPresent();
  }

  /**
   * A table that can be read exactly.
   *
   * @param table what it is
   * @param columns its columns in the order of the target
   * @param decoders one for each column
   * @param guarded whether PostgreSQL weighs each row before sending it
   */
  record Admitted(
      TableShape table, List<SourceColumn> columns, List<FieldDecoder> decoders, boolean guarded) {

    Admitted {
      columns = List.copyOf(columns);
      decoders = List.copyOf(decoders);
    }
  }
}
