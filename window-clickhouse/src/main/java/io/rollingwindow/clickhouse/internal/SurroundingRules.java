package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who else writes to the target or reads through it: views of every kind, tables that forward to
 * it, dictionaries, row policies. Told from the parsed definitions of all tables that the account
 * sees.
 */
final class SurroundingRules {

  private final TableRef target;
  private final TargetCatalog catalog;

  SurroundingRules(TableRef target, TargetCatalog catalog) {
    this.target = target;
    this.catalog = catalog;
  }

  void check(List<Finding> findings) {
    Set<String> dependents = new TreeSet<>(catalog.dependents());
    for (TargetCatalog.Definition other : catalog.mentions()) {
      if (References.to(target, SqlLexer.tokens(other.text()))) {
        dependents.add(other.name());
      }
    }
    for (String dependent : dependents) {
      findings.add(
          new Finding(
              ErrorCode.TARGET_DEPENDENT_REFUSED,
              dependent,
              "It writes into the target or reads through it, and an exchange would leave it at the"
                  + " other table. Drop it, or keep it away from the target."));
    }
    checkRowPolicies(findings);
  }

  private void checkRowPolicies(List<Finding> findings) {
    catalog
        .rowPolicies()
        .ifPresentOrElse(
            names -> names.forEach(name -> findings.add(hiding(name))),
            () ->
                findings.add(
                    new Finding(
                        ErrorCode.TARGET_REFUSED,
                        "system.row_policies",
                        "The account may not see whether row policies hide rows; grant it SHOW ROW"
                            + " POLICIES.")));
  }

  private static Finding hiding(String policy) {
    return new Finding(
        ErrorCode.TARGET_REFUSED,
        policy,
        "The row policy hides rows of the target from some accounts; rows that are hidden would be"
            + " lost in an exchange.");
  }
}
