package io.rollingwindow.error;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WindowExceptionTest {

  @Test
  void theMessageEndsWithTheStableCode() {
    assertEquals(
        "The snapshot is gone. [snapshot_expired]",
        new SnapshotExpiredException(ErrorCode.SNAPSHOT_EXPIRED, "The snapshot is gone.")
            .getMessage());
  }

  @Test
  void theMessageNamesThePlaceOnceItIsKnown() {
    WindowException failure =
        new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "The connection was lost.")
            .at(Location.of(Phase.STAGING, 3, 2));

    assertEquals(
        "The connection was lost. [transient_failure; STAGING, chunk 3, attempt 2]",
        failure.getMessage());
  }

  @Test
  void theInnermostPlaceStays() {
    Location inner = Location.of(Phase.STAGING, 3, 2);
    WindowException failure =
        new TransientChunkException(ErrorCode.TRANSIENT_FAILURE, "Lost.")
            .at(inner)
            .at(Location.of(Phase.PUBLICATION));

    assertEquals(Optional.of(inner), failure.location());
  }

  @Test
  void findingsAreListedInTheMessageAndKeptAsValues() {
    List<Finding> findings =
        new ArrayList<>(
            List.of(
                new Finding(ErrorCode.CONFIG_UNKNOWN_KEY, "a.b", "is not a key."),
                new Finding(ErrorCode.CONFIG_WRONG_TYPE, "a.c", "must be text.")));
    ConfigurationException failure =
        new ConfigurationException(ErrorCode.CONFIG_REFUSED, "Refused.", findings);
    findings.clear();

    assertEquals(2, failure.findings().size());
    assertEquals(
        """
        Refused.
          - config_unknown_key at a.b: is not a key.
          - config_wrong_type at a.c: must be text. [config_refused]""",
        failure.getMessage());
  }

  @Test
  void aFailureWithFindingsHasAtLeastOne() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new ConfigurationException(ErrorCode.CONFIG_REFUSED, "Refused.", List.of()));
  }

  @Test
  void theDecisionIsThatOfTheCode() {
    for (ErrorCode code : ErrorCode.values()) {
      assertEquals(code.name().toLowerCase(java.util.Locale.ROOT), code.code());
    }
    assertEquals(
        Recovery.SAME_INVOCATION,
        new ObligationException(ErrorCode.STATE_FAILED, "The state callback failed.").recovery());
  }

  @Test
  void theCauseIsKept() {
    Exception cause = new Exception("below");

    assertSame(cause, new RefusedException(ErrorCode.SOURCE_REFUSED, "Refused.", cause).getCause());
  }

  @Test
  void aCodeInTheWrongExceptionIsAFaultThatTestsSee() {
    AssertionError fault =
        assertThrows(
            AssertionError.class, () -> new LeaseException(ErrorCode.SOURCE_REFUSED, "Refused."));

    assertTrue(fault.getMessage().contains("RefusedException"), fault.getMessage());
  }
}
