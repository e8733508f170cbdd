package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.plan.AttemptId;
import io.rollingwindow.plan.RunId;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OwnedNamesTest {

  private static final RunId RUN = new RunId("0123456789abcdef0123456789abcdef");

  @Test
  void namesAreShortPlainAndToldApart() {
    String staging = OwnedNames.staging(new AttemptId(RUN, 99_999, 3));
    String generation = OwnedNames.generation(RUN);

    assertEquals("rw_0123456789abcdef0123456789abcdef_c99999_a3", staging);
    assertTrue(generation.matches("rw_[0-9a-f]{32}_g_[0-9a-f]{8}"), generation);
    assertTrue(staging.length() <= 64 && generation.length() <= 64);
    assertNotEquals(generation, OwnedNames.generation(RUN), "every preparation has its own");
    assertTrue(staging.startsWith(OwnedNames.stagingPrefix(RUN)));
    assertTrue(generation.startsWith(OwnedNames.generationPrefix(RUN)));
  }

  @Test
  void aTableIsSetAsideUnderTheSameNameEveryTime() {
    String generation = OwnedNames.generation(RUN);
    String aside = OwnedNames.aside(RUN, generation);

    assertEquals(aside, OwnedNames.aside(RUN, generation));
    assertEquals(generation.replace("_g_", "_s_"), aside);
    assertEquals(Optional.of(RUN), OwnedNames.runOfPublication(generation));
    assertEquals(Optional.of(RUN), OwnedNames.runOfPublication(aside));
    assertEquals(
        Optional.empty(),
        OwnedNames.runOfPublication(OwnedNames.staging(new AttemptId(RUN, 0, 1))));
    assertEquals(Optional.empty(), OwnedNames.runOfPublication("events"));
  }
}
