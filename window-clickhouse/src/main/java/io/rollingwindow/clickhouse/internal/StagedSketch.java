package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.DigestKey;
import io.rollingwindow.row.MultisetSketch;
import java.math.BigInteger;

/** The sketch of a table's rows, counted by the server. */
final class StagedSketch {

  private static final String LOW_HALF = "toUInt128('18446744073709551615')";

  private StagedSketch() {}

  static MultisetSketch read(ControlSession session, RowSql rows, DigestKey key, TableRef table) {
    String hashes = "SELECT %s AS hash FROM %s".formatted(rows.rowHash(key), table.sql());
    String halves =
        "SELECT hash, toUInt64(bitAnd(hash, %s)) AS low, toUInt64(bitShiftRight(hash, 64)) AS high"
            .formatted(LOW_HALF);
    MultisetSketch sketch = new MultisetSketch();
    session
        .query(
            "SELECT %s AS cell, count(), toString(sum(hash)), toString(sum(%s)) FROM (%s FROM (%s)) GROUP BY cell"
                .formatted(cells(), check(), halves, hashes),
            row ->
                new Cell(
                    row.getInt(1),
                    row.getLong(2),
                    new BigInteger(row.getString(3)),
                    new BigInteger(row.getString(4))))
        .forEach(cell -> sketch.addCell(cell.number(), cell.rows(), cell.sum(), cell.check()));
    return sketch;
  }

  private record Cell(int number, long rows, BigInteger sum, BigInteger check) {}

  /** Every row once for each group, under the number of its cell there. */
  private static String cells() {
    StringBuilder cells = new StringBuilder("arrayJoin([");
    for (int group = 0; group < MultisetSketch.GROUPS; group++) {
      cells
          .append(group == 0 ? "" : ", ")
          .append(
              "toUInt32(%d + bitAnd(bitShiftRight(low, %d), %d))"
                  .formatted(
                      group << MultisetSketch.GROUP_BITS,
                      group * MultisetSketch.GROUP_BITS,
                      (1 << MultisetSketch.GROUP_BITS) - 1));
    }
    return cells.append("])").toString();
  }

  private static String check() {
    return "low * bitRotateLeft(high, " + MultisetSketch.CHECK_ROTATION + ")";
  }
}
