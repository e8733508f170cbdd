package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.WindowPlan;
import io.rollingwindow.row.MultisetDigest;
import java.math.BigInteger;
import java.util.List;

/**
 * How a staging table differs from the rows that were sent, as counts and hashes, never as values.
 * The digests are sums of row hashes, so their difference is the sum over the rows that differ.
 * Where it is the copies of a single row, that row is named by its hash.
 *
 * @param surplus rows that the table has too many; negative where it has too few
 * @param difference the sum of the hashes of the differing rows, surplus counted positive, modulo
 *     2^128, in hexadecimal
 * @param row the hash of the only differing row, in hexadecimal; empty where several differ or the
 *     row is not in the table
 */
record RowDifference(long surplus, String difference, String row) {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  static RowDifference of(
      ControlSession session,
      TargetContext context,
      WindowPlan plan,
      TableRef table,
      MultisetDigest sent,
      MultisetDigest found) {
    long surplus = found.rows() - sent.rows();
    BigInteger sum =
        new BigInteger(found.toDecimal()).subtract(new BigInteger(sent.toDecimal())).mod(MODULUS);
    String alias = context.rows().alias("row_hash");
    // One row, some copies too many or too few: its hash times that number is the difference.
    List<String> candidates =
        surplus == 0
            ? List.of()
            : session.query(
                "SELECT lower(hex(%s)) FROM (SELECT DISTINCT %s AS %s FROM %s)"
                        .formatted(
                            alias, context.rows().rowHash(plan.digestKey()), alias, table.sql())
                    + " WHERE %s * toUInt128('%s') = toUInt128('%s') LIMIT 1"
                        .formatted(alias, BigInteger.valueOf(surplus).mod(MODULUS), sum),
                row -> row.getString(1));
    return new RowDifference(
        surplus, String.format("%032x", sum), candidates.isEmpty() ? "" : candidates.get(0));
  }

  String text() {
    if (surplus == 0) {
      return "as many rows, other content; the hashes of the differing rows sum to "
          + difference
          + ".";
    }
    String count = Math.abs(surplus) + (surplus > 0 ? " rows too many" : " rows too few");
    if (!row.isEmpty()) {
      return count + ", all of them copies of the row with hash " + row + ".";
    }
    return count + "; the hashes of the differing rows sum to " + difference + ".";
  }
}
