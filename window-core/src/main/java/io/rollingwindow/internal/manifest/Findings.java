package io.rollingwindow.internal.manifest;

import io.rollingwindow.error.ConfigurationException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Finding;
import java.util.ArrayList;
import java.util.List;

/** Collects everything that is wrong, so that it is reported together. For one thread. */
public final class Findings {

  private final List<Finding> findings = new ArrayList<>();

  /** No findings yet. */
  public Findings() {}

  /**
   * Adds one.
   *
   * @param code its stable code
   * @param path the full path of the key
   * @param message what is wrong and what to do
   */
  public void add(ErrorCode code, String path, String message) {
    findings.add(new Finding(code, path, message));
  }

  /**
   * Ends the reading when anything was found.
   *
   * @throws ConfigurationException with every finding; under the findings' own code where they all
   *     have one, else under {@link ErrorCode#CONFIG_REFUSED}
   */
  public void throwIfAny() {
    if (findings.isEmpty()) {
      return;
    }
    ErrorCode first = findings.get(0).code();
    boolean alike = findings.stream().allMatch(finding -> finding.code() == first);
    throw new ConfigurationException(
        alike ? first : ErrorCode.CONFIG_REFUSED,
        "The configuration was refused before anything was opened. Correct every key below.",
        findings);
  }
}
