package io.rollingwindow.postgres.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VerdictTest {

  @ParameterizedTest
  @CsvSource({
    "08000, PASSING",
    "08001, PASSING",
    "08003, PASSING",
    "08006, PASSING",
    "08P01, PASSING",
    "25P03, PASSING",
    "25P04, PASSING",
    "40001, PASSING",
    "40P01, PASSING",
    "53000, PASSING",
    "53100, PASSING",
    "53200, PASSING",
    "53300, PASSING",
    "55P03, PASSING",
    "57014, PASSING",
    "57P01, PASSING",
    "57P02, PASSING",
    "57P03, PASSING",
    "57P05, PASSING",
    "72000, SNAPSHOT_GONE",
    "3F000, TABLE_CHANGED",
    "42703, TABLE_CHANGED",
    "42P01, TABLE_CHANGED",
    "22021, NOT_UTF8",
    "22P05, NOT_UTF8",
    "28000, REFUSED",
    "28P01, REFUSED",
    "3D000, REFUSED",
    "42501, REFUSED",
    "22012, UNEXPECTED",
    "25006, UNEXPECTED",
    "42601, UNEXPECTED",
    "57P04, UNEXPECTED",
    "58030, UNEXPECTED",
    "XX001, UNEXPECTED",
    "XX000, UNEXPECTED",
    "99999, UNEXPECTED"
  })
  void eachStateHasOneMeaning(String state, Verdict verdict) {
    assertEquals(verdict, Verdict.of(state));
  }

  @Test
  void noStateIsNoReasonToTryAgain() {
    assertEquals(Verdict.UNEXPECTED, Verdict.of(null));
    assertEquals(Verdict.UNEXPECTED, Verdict.of("08"));
  }
}
