package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.plan.RunId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The parts of staging tables at the time when their rows were verified, for the run that this
 * process staged last. A table that still has those parts needs no second look at its rows. Lost
 * with the process, which costs that look and nothing else.
 *
 * <p>Safe for many threads.
 */
final class VerifiedParts {

  private final Map<String, PartSet> tables = new HashMap<>();
  private RunId run;

  synchronized void remember(RunId owner, String tableUuid, PartSet parts) {
    if (!owner.equals(run)) {
      tables.clear();
      run = owner;
    }
    tables.put(tableUuid, parts);
  }

  synchronized Optional<PartSet> of(String tableUuid) {
    return Optional.ofNullable(tables.get(tableUuid));
  }
}
