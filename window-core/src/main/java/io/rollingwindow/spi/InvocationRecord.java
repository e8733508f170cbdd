package io.rollingwindow.spi;

import io.rollingwindow.plan.RunId;
import java.util.Objects;

/**
 * Which run an invocation id stands for. Written once, with the run's first record, and never
 * changed.
 *
 * @param targetId the target
 * @param invocationId the caller's id
 * @param requestFingerprint what was asked, to refuse the id for another request
 * @param run the run
 */
public record InvocationRecord(
    String targetId, String invocationId, String requestFingerprint, RunId run)
    implements JournalRecord {

  /**
   * Checks the parts.
   *
   * @throws IllegalArgumentException when a name is blank
   */
  public InvocationRecord {
    SpiText.requireText(targetId, "targetId");
    SpiText.requireText(invocationId, "invocationId");
    SpiText.requireText(requestFingerprint, "requestFingerprint");
    Objects.requireNonNull(run, "run");
  }
}
