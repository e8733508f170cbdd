package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;

/** A staging table as the server holds it: its identity and its figures, read in one statement. */
record StagedTable(String uuid, StagedFigures figures) {

  static StagedTable read(
      ControlSession session, TargetContext context, WindowPlan plan, TableRef table) {
    int columns = context.schema().columns().size();
    return session.one(
        "SELECT %s, (%s) FROM %s"
            .formatted(
                StagedFigures.expressions(context.rows(), plan.digestKey()),
                Tables.uuidOf(table),
                table.sql()),
        context.profile().pins().chunkReading(),
        row ->
            new StagedTable(
                row.getString(columns + StagedFigures.LEADING + 1),
                StagedFigures.read(row, columns)));
  }
}
