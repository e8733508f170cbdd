package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.DigestKey;
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
 * @param row the hash of the row that accounts for the whole difference, in hexadecimal; empty
 *     where none does
 */
record RowDifference(long surplus, String difference, String row) {

  private static final BigInteger MODULUS = BigInteger.ONE.shiftLeft(128);

  /**
   * Looks for what differs.
   *
   * @param relation the table, with a condition where only some rows count
   */
  static RowDifference of(
      ControlSession session,
      TargetContext context,
      DigestKey key,
      String relation,
      MultisetDigest sent,
      MultisetDigest found) {
    long surplus = found.rows() - sent.rows();
    BigInteger sum =
        new BigInteger(found.toDecimal()).subtract(new BigInteger(sent.toDecimal())).mod(MODULUS);
    return new RowDifference(
        surplus, hex(sum), onlyRow(session, context, key, relation, surplus, sum));
  }

  /** One row, some copies too many or too few: its hash times that number is the difference. */
  private static String onlyRow(
      ControlSession session,
      TargetContext context,
      DigestKey key,
      String relation,
      long surplus,
      BigInteger sum) {
    if (surplus == 0) {
      return "";
    }
    String alias = context.rows().alias("row_hash");
    List<String> present =
        session.query(
            "SELECT toString(%s) FROM (SELECT DISTINCT %s AS %s FROM %s)"
                    .formatted(alias, context.rows().rowHash(key), alias, relation)
                + " WHERE %s * toUInt128('%s') = toUInt128('%s') LIMIT 1"
                    .formatted(alias, BigInteger.valueOf(surplus).mod(MODULUS), sum),
            row -> row.getString(1));
    if (!present.isEmpty()) {
      return hex(new BigInteger(present.get(0)));
    }
    // A row that was lost altogether is known by what it leaves missing.
    return surplus == -1 ? hex(sum.negate().mod(MODULUS)) : "";
  }

  private static String hex(BigInteger number) {
    return String.format("%032x", number);
  }

  String text() {
    if (surplus == 0) {
      return "as many rows, other content; the hashes of the differing rows sum to "
          + difference
          + ".";
    }
    String count = Math.abs(surplus) + (surplus > 0 ? " rows too many" : " rows too few");
    if (!row.isEmpty()) {
      return count + ", accounted for by the row with hash " + row + ".";
    }
    return count + "; the hashes of the differing rows sum to " + difference + ".";
  }
}
