package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.RowTotals;
import java.time.LocalDate;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The target's window as it is now.
 *
 * @param targetUuid the identity behind the target's name
 * @param observed everything that is counted of rows
 * @param difference how it differs from what was expected; empty when it does not
 */
public record PublishedWindow(String targetUuid, RowTotals observed, String difference) {

  /**
   * Counts it.
   *
   * @param context the target
   * @param plan the plan of the run that published it
   * @param expected what that run verified
   * @return what is there
   */
  public static PublishedWindow read(TargetContext context, WindowPlan plan, RowTotals expected) {
    context.requireOwn(plan);
    return Failures.typed(
        "Counting the published window",
        () -> {
          try (ControlSession session = context.open(plan.runId() + "-recount")) {
            return read(session, context, plan, expected);
          }
        });
  }

  private static PublishedWindow read(
      ControlSession session, TargetContext context, WindowPlan plan, RowTotals expected) {
    RowSql rows = context.rows();
    int columns = context.schema().columns().size();
    String relation = context.target().sql() + " WHERE " + rows.inside(plan.interval());
    SortedMap<LocalDate, Long> days = new TreeMap<>();
    session
        .query(
            "SELECT %s AS %s, count() FROM %s GROUP BY %s"
                .formatted(
                    rows.windowDay(), rows.alias("utc_day"), relation, rows.alias("utc_day")),
            row -> Map.entry(LocalDate.ofEpochDay(row.getLong(1)), row.getLong(2)))
        .forEach(day -> days.put(day.getKey(), day.getValue()));
    PublishedWindow window =
        session.one(
            "SELECT %s, sum(length(%s)), (%s) FROM %s"
                .formatted(
                    StagedFigures.expressions(rows, plan.digestKey()),
                    rows.rowBytes(),
                    Tables.uuidOf(context.target()),
                    relation),
            row -> {
              StagedFigures figures = StagedFigures.read(row, columns);
              RowTotals observed =
                  new RowTotals(
                      figures.digest(),
                      row.getLong(StagedFigures.LEADING + columns + 1),
                      figures.minMicros(),
                      figures.maxMicros(),
                      figures.nullCounts(),
                      days);
              return new PublishedWindow(
                  row.getString(StagedFigures.LEADING + columns + 2), observed, "");
            });
    return window.observed().digest().equals(expected.digest())
        ? window
        : new PublishedWindow(
            window.targetUuid(),
            window.observed(),
            RowDifference.of(
                    session,
                    context,
                    plan.digestKey(),
                    relation,
                    expected.digest(),
                    window.observed().digest())
                .text());
  }
}
