package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.util.List;

/**
 * What quotas leave the accounts. A limit that is used up stands in the way; one that is not is
 * only worth knowing, because nobody can tell what a run will need.
 */
final class QuotaRules {

  private final List<Finding> findings;
  private final List<String> notes;

  /** What quotas of this server can limit; empty until it was asked, or where there is nothing. */
  private List<String> resources = List.of();

  QuotaRules(List<Finding> findings, List<String> notes) {
    this.findings = findings;
    this.notes = notes;
  }

  void checkControl(ControlSession session) {
    unlessHidden("control connection's", () -> lookAtControl(session));
  }

  void checkBulk(BulkQueries bulk) {
    unlessHidden("bulk client's", () -> lookAtBulk(bulk));
  }

  /** Quotas that an account may not see do not stand in its way until they bite. */
  private void unlessHidden(String whose, Runnable look) {
    try {
      look.run();
    } catch (RuntimeException failure) {
      if (!StatementFailure.of(failure).is(ServerCode.ACCESS_DENIED)) {
        throw failure;
      }
      notes.add(
          "Whether a quota limits the "
              + whose
              + " account is not known, as it may not see them; grant it SHOW QUOTAS.");
    }
  }

  private void lookAtControl(ControlSession session) {
    resources = session.query(QuotaLimit.resourcesQuery(), row -> row.getString("resource"));
    if (!resources.isEmpty()) {
      session
          .query(
              QuotaLimit.query(resources),
              row ->
                  new QuotaLimit(
                      row.getString("quota"),
                      row.getString("seconds"),
                      row.getString("resource"),
                      row.getString("used"),
                      row.getString("most"),
                      row.getInt("spent") != 0))
          .forEach(limit -> judge(limit, "control connection's"));
    }
  }

  private void lookAtBulk(BulkQueries bulk) {
    if (resources.isEmpty()) {
      resources =
          bulk.all(QuotaLimit.resourcesQuery()).stream()
              .map(row -> row.getString("resource"))
              .toList();
    }
    if (!resources.isEmpty()) {
      bulk.all(QuotaLimit.query(resources)).stream()
          .map(
              row ->
                  new QuotaLimit(
                      row.getString("quota"),
                      row.getString("seconds"),
                      row.getString("resource"),
                      row.getString("used"),
                      row.getString("most"),
                      row.getInteger("spent") != 0))
          .forEach(limit -> judge(limit, "bulk client's"));
    }
  }

  private void judge(QuotaLimit limit, String whose) {
    if (limit.spent()) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_QUOTA_EXHAUSTED,
              limit.resource(),
              limit.text(whose) + "; wait for the interval's end or raise the limit."));
    } else {
      notes.add(limit.text(whose) + "; a run that needs more fails.");
    }
  }
}
