package io.rollingwindow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.model.PublicationModel.Flaw;
import io.rollingwindow.model.PublicationModel.Hazard;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the publication protocol promises, in every state that it can come to. */
class PublicationProtocolTest {

  @Test
  void holdsWhateverIsLostDelayedKilledOrPaused() {
    Explorer.Result result = explore(EnumSet.noneOf(Hazard.class), EnumSet.noneOf(Flaw.class));
    System.out.println("publication protocol: " + result.states() + " states visited");
    assertEquals(Optional.empty(), result.violation());
    assertTrue(result.states() > 500, "the model is not trivial");
  }

  @Test
  void journalStaysTrueWhenRequestsAreDoubledAndTablesDropped() {
    Explorer.Result result = explore(EnumSet.allOf(Hazard.class), EnumSet.noneOf(Flaw.class));
    System.out.println("publication protocol: " + result.states() + " states visited");
    assertEquals(Optional.empty(), result.violation());
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void everyFlawIsCaught(Flaw flaw) {
    Explorer.Result result = explore(EnumSet.allOf(Hazard.class), EnumSet.of(flaw));
    assertTrue(result.violation().isPresent(), () -> flaw + " went unnoticed");
    Explorer.Violation violation = result.violation().get();
    System.out.println(
        flaw
            + " breaks: "
            + violation.property()
            + "\n  "
            + String.join("; ", violation.actions()));
  }

  private static Explorer.Result explore(Set<Hazard> hazards, Set<Flaw> flaws) {
    return new PublicationModel(hazards, flaws).explore();
  }
}
