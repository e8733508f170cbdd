package io.rollingwindow.postgres.internal;

import static java.util.stream.Collectors.joining;

import io.rollingwindow.plan.WindowRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The statements that read one table's columns. Every name is quoted and qualified, every operator
 * is the built-in one, and bounds are literals.
 *
 * @param table the table
 * @param columns the columns in the order of the target
 * @param windowColumn the column that bounds are about
 */
record CopyStatements(SourceTable table, List<SourceColumn> columns, String windowColumn) {

  CopyStatements {
    columns = List.copyOf(columns);
  }

  static CopyStatements of(SourceTable table, WindowRequest request, Admission.Admitted admitted) {
    return new CopyStatements(table, admitted.columns(), request.windowColumn());
  }

  /** Reads the columns of a range. */
  String plain(RowRange range) {
    return copy(select(range));
  }

  /**
   * Reads the columns of a range after a truth value for each row: whether its columns of unbounded
   * size exceed the limit together. They are NULL then, so such a row is never sent. Values whose
   * size can only be told from their binary form are brought into it once, by the function that
   * COPY would call itself. OFFSET 0 keeps the planner from doing it again in each place.
   */
  String guarded(RowRange range, int maxBytes) {
    String values =
        IntStream.range(0, columns.size())
            .mapToObj(i -> binaryForm(columns.get(i)) + " AS c" + i)
            .collect(joining(", "));
    String size =
        unbounded().stream()
            .map(i -> "coalesce(pg_catalog.octet_length(s.c" + i + "), 0)::pg_catalog.int8")
            .collect(joining(" + "));
    String guarded =
        IntStream.range(0, columns.size())
            .mapToObj(
                i ->
                    columns.get(i).type().bounded()
                        ? "g.c" + i
                        : "CASE WHEN g.large THEN NULL ELSE g.c" + i + " END")
            .collect(joining(", "));
    return copy(
        "SELECT g.large, "
            + guarded
            + " FROM (SELECT s.*, "
            + size
            + " > "
            + maxBytes
            + " AS large FROM (SELECT "
            + values
            + from(range)
            + " OFFSET 0) s OFFSET 0) g");
  }

  /** Reads a single column of a range. */
  String only(SourceColumn column, RowRange range) {
    return copy("SELECT " + reference(column) + from(range));
  }

  /** The query of a range without its COPY, for the planner's opinion. */
  String select(RowRange range) {
    return "SELECT "
        + columns.stream().map(CopyStatements::reference).collect(joining(", "))
        + from(range);
  }

  private List<Integer> unbounded() {
    return IntStream.range(0, columns.size())
        .filter(i -> !columns.get(i).type().bounded())
        .boxed()
        .toList();
  }

  private String from(RowRange range) {
    String column = "t." + SourceTable.quote(windowColumn);
    List<String> conditions = new ArrayList<>();
    conditions.add(
        column + " OPERATOR(pg_catalog.>=) " + TimestampLiteral.of(range.interval().startMicros()));
    conditions.add(
        column + " OPERATOR(pg_catalog.<) " + TimestampLiteral.of(range.interval().endMicros()));
    if (range.fromBlock() > 0) {
      conditions.add("t.ctid OPERATOR(pg_catalog.>=) " + tid(range.fromBlock()));
    }
    range
        .toBlock()
        .ifPresent(block -> conditions.add("t.ctid OPERATOR(pg_catalog.<) " + tid(block)));
    return " FROM ONLY " + table.quoted() + " t WHERE " + String.join(" AND ", conditions);
  }

  private static String tid(long block) {
    return "'(" + block + ",0)'::pg_catalog.tid";
  }

  private static String binaryForm(SourceColumn column) {
    String reference = reference(column);
    return switch (column.type().kind()) {
      case JSON -> "pg_catalog.json_send(" + reference + ")";
      case JSONB -> "pg_catalog.jsonb_send(" + reference + ")";
      case ARRAY -> "pg_catalog.array_send(" + reference + ")";
      default -> reference;
    };
  }

  private static String reference(SourceColumn column) {
    return "t." + SourceTable.quote(column.name());
  }

  private static String copy(String query) {
    return "COPY (" + query + ") TO STDOUT (FORMAT binary)";
  }
}
