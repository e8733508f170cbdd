package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.row.MultisetDifference;
import io.rollingwindow.row.MultisetDifference.Row;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Says which rows differ, as counts and hashes, never as values. */
final class DifferenceText {

  /** So many rows are named; beyond them counts say enough. */
  private static final int NAMED = 10;

  private DifferenceText() {}

  /**
   * The rows of a difference.
   *
   * @param sums asked for what is known besides, where not every row is
   */
  static String of(MultisetDifference difference, Supplier<String> sums) {
    List<Row> rows = difference.rows();
    if (difference.isEmpty()) {
      return sums.get() + " When it was looked at again, nothing differed.";
    }
    if (difference.others() > 0) {
      return "%s At least %d distinct rows differ%s."
          .formatted(sums.get(), Math.addExact(rows.size(), difference.others()), named(rows));
    }
    String tooMany = count(rows, copies -> copies > 0, "too many");
    String tooFew = count(rows, copies -> copies < 0, "too few");
    String and = tooMany.isEmpty() || tooFew.isEmpty() ? "" : " and ";
    return tooMany + and + tooFew + named(rows) + ".";
  }

  private static String count(List<Row> rows, LongPredicate which, String what) {
    List<Row> chosen = rows.stream().filter(row -> which.test(row.copies())).toList();
    long copies = Math.abs(chosen.stream().mapToLong(Row::copies).sum());
    return chosen.isEmpty()
        ? ""
        : "%s of %s %s"
            .formatted(
                copies == 1 ? "1 copy" : copies + " copies",
                chosen.size() == 1 ? "1 row" : chosen.size() + " distinct rows",
                what);
  }

  private static String named(List<Row> rows) {
    if (rows.isEmpty()) {
      return "";
    }
    String named =
        rows.stream()
            .limit(NAMED)
            .map(row -> "%s %+d".formatted(row.hash(), row.copies()))
            .collect(Collectors.joining(", ", "; by hash: ", ""));
    return rows.size() > NAMED ? named + " and " + (rows.size() - NAMED) + " more" : named;
  }
}
