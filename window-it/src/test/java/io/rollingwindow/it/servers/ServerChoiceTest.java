package io.rollingwindow.it.servers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ServerChoiceTest {

  private final String before = System.getProperty(ServerChoice.PROPERTY);

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(ServerChoice.PROPERTY);
    } else {
      System.setProperty(ServerChoice.PROPERTY, before);
    }
  }

  @Test
  void nothingMeansAuto() {
    System.clearProperty(ServerChoice.PROPERTY);
    assertEquals(ServerChoice.AUTO, ServerChoice.fromProperty());
  }

  @Test
  void namesAreReadInAnyCase() {
    System.setProperty(ServerChoice.PROPERTY, " Embedded ");
    assertEquals(ServerChoice.EMBEDDED, ServerChoice.fromProperty());
  }

  @Test
  void otherNamesAreRefusedWithTheRightOnes() {
    System.setProperty(ServerChoice.PROPERTY, "docker");
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, ServerChoice::fromProperty);
    assertTrue(refused.getMessage().contains("auto, embedded, testcontainers or url"));
  }
}
