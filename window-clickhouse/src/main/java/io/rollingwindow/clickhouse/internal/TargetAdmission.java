package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import io.rollingwindow.error.RefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Looks at the target and its surroundings, read-only, and lists everything that stands in the way.
 */
final class TargetAdmission {

  private final TargetContext context;
  private final ControlSession session;

  TargetAdmission(TargetContext context, ControlSession session) {
    this.context = context;
    this.session = session;
  }

  /**
   * What was seen.
   *
   * @param findings what stands in the way
   * @param facts empty when the table cannot be looked at further
   */
  record Look(List<Finding> findings, Optional<TargetFacts> facts) {}

  Look look() {
    List<Finding> findings = new ArrayList<>();
    TargetCatalog catalog = TargetCatalog.read(session, context.target());
    Optional<TargetFacts> facts = new TableRules(context, catalog).check(findings);
    new SurroundingRules(context.target(), catalog).check(findings);
    facts.ifPresent(
        known -> {
          if (!known.clonable() && context.strategy().filter(Strategies::isClone).isPresent()) {
            findings.add(
                new Finding(
                    ErrorCode.TARGET_REFUSED,
                    context.target().toString(),
                    "Partitions cannot be cloned: the table has no partition key, or pending updates"
                        + " in parts of their own. Leave the strategy to the library or choose"
                        + " REBUILD."));
          }
        });
    return new Look(findings, facts);
  }

  /**
   * Looks again, under the guard.
   *
   * @throws RefusedException when anything stands in the way now
   */
  TargetFacts require() {
    Look look = look();
    if (look.findings().isEmpty() && look.facts().isPresent()) {
      return look.facts().get();
    }
    boolean schema =
        look.findings().stream().anyMatch(f -> f.code() == ErrorCode.TARGET_SCHEMA_MISMATCH);
    throw new RefusedException(
        schema ? ErrorCode.SCHEMA_CHANGED : ErrorCode.TARGET_REFUSED,
        (schema ? "The target's physical schema changed" : "The target is no longer admitted")
            + " after preflight. Nothing is published and the target is as it was found:",
        look.findings());
  }
}
