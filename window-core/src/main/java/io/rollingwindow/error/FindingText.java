package io.rollingwindow.error;

import java.util.List;

/** Prints findings below a leading sentence, one a line. */
final class FindingText {

  private FindingText() {}

  static String of(String lead, List<Finding> findings) {
    if (findings.isEmpty()) {
      throw new IllegalArgumentException("at least one finding is needed");
    }
    StringBuilder text = new StringBuilder(lead);
    for (Finding finding : findings) {
      text.append("\n  - ").append(finding);
    }
    return text.toString();
  }
}
