package io.rollingwindow.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.docs.RecordedFigures;
import io.rollingwindow.model.PublicationModel.Flaw;
import io.rollingwindow.model.PublicationModel.Hazard;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the publication protocol promises, in every state that it can come to. */
class PublicationProtocolTest {

  private static final Set<Flaw> CAUGHT = EnumSet.noneOf(Flaw.class);

  @Test
  void holdsWhateverIsLostDelayedKilledOrPaused() {
    Explorer.Result result = explore(EnumSet.noneOf(Hazard.class), EnumSet.noneOf(Flaw.class));
    assertEquals(Optional.empty(), result.violation());
    record("requests lost and delayed, processes killed and paused", result);
    assertTrue(result.states() > 500, "the model is not trivial");
  }

  @Test
  void journalStaysTrueWhenRequestsAreDoubledAndTablesDropped() {
    Explorer.Result result = explore(EnumSet.allOf(Hazard.class), EnumSet.noneOf(Flaw.class));
    assertEquals(Optional.empty(), result.violation());
    record("also requests doubled and tables dropped", result);
  }

  @AfterAll
  static void record() {
    RecordedFigures.record(
        "model, protocol broken on purpose",
        CAUGHT.size() + " of " + Flaw.values().length + " flaws caught");
  }

  @ParameterizedTest
  @EnumSource(Flaw.class)
  void everyFlawIsCaught(Flaw flaw) {
    Explorer.Result result = explore(EnumSet.allOf(Hazard.class), EnumSet.of(flaw));
    assertTrue(result.violation().isPresent(), () -> flaw + " went unnoticed");
    CAUGHT.add(flaw);
    Explorer.Violation violation = result.violation().get();
    System.out.println(
        flaw
            + " breaks: "
            + violation.property()
            + "\n  "
            + String.join("; ", violation.actions()));
  }

  private static void record(String hazards, Explorer.Result result) {
    RecordedFigures.record(
        "model, " + hazards, "%,d states, 0 violations".formatted(result.states()));
  }

  private static Explorer.Result explore(Set<Hazard> hazards, Set<Flaw> flaws) {
    return new PublicationModel(hazards, flaws).explore();
  }
}
