package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.rollingwindow.clickhouse.internal.ObservedIdentities.Verdict;
import io.rollingwindow.plan.RunId;
import io.rollingwindow.spi.PublicationIntent;
import io.rollingwindow.spi.PublicationStanding;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the tables behind the names say of the exchange. */
class ObservedIdentitiesTest {

  private static final PublicationIntent INTENT =
      new PublicationIntent(
          new RunId("0123456789abcdef0123456789abcdef"), "events", "old", "generation", "new", 1);

  private static ObservedIdentities observed(String target, String generation, String aside) {
    return new ObservedIdentities(
        Optional.ofNullable(target), Optional.ofNullable(generation), Optional.ofNullable(aside));
  }

  @ParameterizedTest
  @CsvSource({
    "new,  ,    old, PUBLISHED",
    "old,  ,    new, NOT_PUBLISHED",
    "old,  new, ,    OPEN",
    "new,  old, ,    OPEN",
    ",     new, ,    UNKNOWN",
    ",     old, ,    UNKNOWN",
    ",     ,    ,    UNKNOWN",
    "old,  ,    ,    UNKNOWN",
    "new,  ,    ,    UNKNOWN",
    "third,new, ,    UNKNOWN",
    "third,old, ,    UNKNOWN",
    "third,,    new, UNKNOWN",
    "old,  third, ,  UNKNOWN",
    "new,  third, ,  UNKNOWN",
    "new,  new, ,    UNKNOWN",
    "old,  old, ,    UNKNOWN",
    "old,  new, third, UNKNOWN",
    "new,  third, old, UNKNOWN",
    "old,  third, new, UNKNOWN",
    "new,  ,    new, UNKNOWN",
    "old,  ,    old, UNKNOWN"
  })
  void isToldFromTheNamesAlone(String target, String generation, String aside, Verdict expected) {
    assertEquals(expected, observed(target, generation, aside).verdict(INTENT));
  }

  @Test
  void anUnknownOutcomeShowsBothIdentities() {
    PublicationStanding.Unknown unknown = observed("third", null, "new").unknown("why");

    assertEquals(Optional.of("third"), unknown.observedTarget());
    assertEquals(Optional.of("new"), unknown.observedGeneration());
  }
}
