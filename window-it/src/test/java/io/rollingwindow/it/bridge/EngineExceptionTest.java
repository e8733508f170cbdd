package io.rollingwindow.it.bridge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class EngineExceptionTest {

  @Test
  void codeIsReadFromTheText() {
    EngineException error = EngineException.fromEngine("Code: 60. DB::Exception: No table.");
    assertEquals(60, error.code());
    assertEquals("Code: 60. DB::Exception: No table.", error.getMessage());
  }

  @Test
  void repeatedPrefixIsGivenOnce() {
    EngineException error =
        EngineException.fromEngine("Code: 9. DB::Exception: Code: 9. DB::Exception: Twice.");
    assertEquals("Code: 9. DB::Exception: Twice.", error.getMessage());
  }

  @Test
  void textWithoutCodeIsAnUnknownException() {
    EngineException error = EngineException.fromEngine("Insert stream already finalized");
    assertEquals(1002, error.code());
    assertEquals(
        "Code: 1002. DB::Exception: Insert stream already finalized (UNKNOWN_EXCEPTION)",
        error.getMessage());
  }

  @Test
  void versionIsAddedOnce() {
    EngineException error = EngineException.fromEngine("Code: 9. DB::Exception: X. (version 26)");
    assertEquals(error.getMessage(), error.textWith("26"));
    assertEquals(error.getMessage() + " (version 27)", error.textWith("27"));
  }
}
