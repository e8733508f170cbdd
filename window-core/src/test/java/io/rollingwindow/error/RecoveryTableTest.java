package io.rollingwindow.error;

import static io.rollingwindow.error.Recovery.AUTOMATIC_RETRY;
import static io.rollingwindow.error.Recovery.CORRECT_CAUSE;
import static io.rollingwindow.error.Recovery.CORRECT_CONFIGURATION;
import static io.rollingwindow.error.Recovery.NEW_INVOCATION;
import static io.rollingwindow.error.Recovery.RECONCILE;
import static io.rollingwindow.error.Recovery.SAME_INVOCATION;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Which failure calls for which decision. Changing one of these changes the contract. */
class RecoveryTableTest {

  @Test
  void onlyATransientChunkErrorIsRetriedByItself() {
    assertEquals(EnumSet.of(ErrorCode.TRANSIENT_FAILURE), codesWith(AUTOMATIC_RETRY));
  }

  @Test
  void schemaQualityIdentityAndLeaseFailuresAskForTheirCauseToBeCorrected() {
    for (ErrorCode code :
        EnumSet.of(
            ErrorCode.SCHEMA_CHANGED,
            ErrorCode.TYPE_PAIR_REFUSED,
            ErrorCode.VALUE_REFUSED,
            ErrorCode.ROW_TOO_LARGE,
            ErrorCode.STAGING_MISMATCH,
            ErrorCode.INVOCATION_CONFLICT,
            ErrorCode.WRITER_GUARD_REFUSED,
            ErrorCode.LEASE_LOST)) {
      assertEquals(CORRECT_CAUSE, code.recovery(), code::name);
    }
  }

  @Test
  void aSnapshotThatExpiredBeforePublicationNeedsANewInvocation() {
    assertEquals(NEW_INVOCATION, ErrorCode.SNAPSHOT_EXPIRED.recovery());
  }

  @Test
  void anOutcomeThatIsUnknownIsReconciledAndNeverRepeated() {
    assertEquals(RECONCILE, ErrorCode.OUTCOME_UNKNOWN.recovery());
    assertEquals(RECONCILE, ErrorCode.UNSETTLED_PUBLICATION.recovery());
  }

  @Test
  void evidenceOrStateThatFailedAfterPublicationIsFinishedByTheSameInvocation() {
    assertEquals(SAME_INVOCATION, ErrorCode.EVIDENCE_FAILED.recovery());
    assertEquals(SAME_INVOCATION, ErrorCode.STATE_FAILED.recovery());
    assertEquals(SAME_INVOCATION, ErrorCode.OBLIGATION_OWED.recovery());
  }

  @Test
  void aTargetThatChangedAfterPreparationIsKeptAndTheRunIsOver() {
    assertEquals(NEW_INVOCATION, ErrorCode.TARGET_CHANGED.recovery());
    assertEquals(NEW_INVOCATION, ErrorCode.NOT_PUBLISHED.recovery());
  }

  @Test
  void everyConfigurationErrorAsksForTheConfigurationToBeCorrected() {
    assertEquals(codesOf(ConfigurationException.class), codesWith(CORRECT_CONFIGURATION));
  }

  @Test
  void everySubtypeCarriesItsOwnCodes() {
    Map<String, Set<Recovery>> recoveries = new TreeMap<>();
    for (ErrorCode code : ErrorCode.values()) {
      recoveries
          .computeIfAbsent(code.type().getSimpleName(), type -> EnumSet.noneOf(Recovery.class))
          .add(code.recovery());
    }
    assertEquals(
        Map.of(
            "ConfigurationException", EnumSet.of(CORRECT_CONFIGURATION),
            "RefusedException",
                EnumSet.of(CORRECT_CAUSE, NEW_INVOCATION, SAME_INVOCATION, RECONCILE),
            "TransientChunkException", EnumSet.of(AUTOMATIC_RETRY),
            "SnapshotExpiredException", EnumSet.of(NEW_INVOCATION),
            "RunEndedException", EnumSet.of(NEW_INVOCATION),
            "LeaseException", EnumSet.of(CORRECT_CAUSE, SAME_INVOCATION),
            "OutcomeUnknownException", EnumSet.of(RECONCILE),
            "ObligationException", EnumSet.of(SAME_INVOCATION),
            "RunCancelledException", EnumSet.of(SAME_INVOCATION)),
        recoveries);
  }

  @Test
  void everySubtypeOfTheRootCarriesACode() {
    Set<Class<?>> permitted = Set.of(WindowException.class.getPermittedSubclasses());

    assertEquals(
        permitted, Stream.of(ErrorCode.values()).map(ErrorCode::type).collect(Collectors.toSet()));
  }

  private static Set<ErrorCode> codesWith(Recovery recovery) {
    return Stream.of(ErrorCode.values())
        .filter(code -> code.recovery() == recovery)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(ErrorCode.class)));
  }

  private static Set<ErrorCode> codesOf(Class<? extends WindowException> type) {
    return Stream.of(ErrorCode.values())
        .filter(code -> code.type() == type)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(ErrorCode.class)));
  }
}
