package io.rollingwindow.clickhouse.internal;

import java.util.List;
import java.util.stream.Collectors;

/**
 * One limit of a quota that an account is under.
 *
 * @param quota the quota's name
 * @param seconds the length of its interval
 * @param resource what is limited, as the server calls it
 * @param used how much of it the account has used in this interval
 * @param most how much it may
 * @param spent whether nothing is left
 */
record QuotaLimit(
    String quota, String seconds, String resource, String used, String most, boolean spent) {

  private static final String TABLE = "system.quota_usage";
  private static final String PREFIX = "max_";

  /** Asks which resources this server's quotas can limit. */
  static String resourcesQuery() {
    return "SELECT substring(name, %d) AS resource FROM system.columns WHERE database = 'system'"
            .formatted(PREFIX.length() + 1)
        + " AND table = 'quota_usage' AND startsWith(name, '"
        + PREFIX
        + "') ORDER BY position";
  }

  /** Asks for the limits of the asking account. */
  static String query(List<String> resources) {
    String limits =
        resources.stream()
            .map(
                resource ->
                    "(%s, toString(ifNull(%s, 0)), ifNull(toString(%s), ''), ifNull(%s >= %s, 0))"
                        .formatted(
                            Sql.text(resource),
                            Sql.name(resource),
                            Sql.name(PREFIX + resource),
                            Sql.name(resource),
                            Sql.name(PREFIX + resource)))
            .collect(Collectors.joining(", ", "[", "]"));
    return "SELECT quota_name AS quota, toString(ifNull(duration, 0)) AS seconds, l.1 AS resource,"
        + " l.2 AS used, l.3 AS most, toInt32(l.4) AS spent FROM "
        + TABLE
        + " ARRAY JOIN arrayFilter(x -> x.3 != '', "
        + limits
        + ") AS l";
  }

  String text(String whose) {
    return "The quota \"%s\" of the %s account allows %s %s in %s s, and %s are used"
        .formatted(quota, whose, most, resource.replace('_', ' '), seconds, used);
  }
}
