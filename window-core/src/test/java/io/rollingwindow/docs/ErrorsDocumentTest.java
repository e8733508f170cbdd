package io.rollingwindow.docs;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.Recovery;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ErrorsDocumentTest {

  private static final String HEAD =
      """
      # Errors

      <!-- Written from ErrorCode and Recovery. To change this page, change them and run
           mvn test -Drollingwindow.docs.write=true -->

      Every failure is a `WindowException`. Its subtype says what kind of decision it calls for, its
      `code()` what exactly happened, its `recovery()` what to do, and its `location()` the phase,
      chunk and attempt it was seen in. `findings()` lists everything that was found together, each
      with a code of its own and the full name of the key, column, table or setting.

      Codes are stable: they are never renamed or reused. Messages say what happened, what was left
      in place and what to do next; they may change, and never hold values of rows or credentials.
      """;

  @Test
  void thePageSaysWhatTheCodeSays() {
    GeneratedDocument.assertCurrent("errors.md", HEAD + recoveries() + codes());
  }

  @Test
  void noSentenceBreaksATable() {
    for (ErrorCode code : ErrorCode.values()) {
      assertTrue(code.meaning().matches("[^|\\n]+\\."), code::name);
    }
    for (Recovery recovery : Recovery.values()) {
      assertTrue(recovery.advice().matches("[^|\\n]+\\."), recovery::name);
    }
  }

  private static String recoveries() {
    StringBuilder text = new StringBuilder("\n## Recovery\n\n");
    text.append("| recovery | what to do | codes |\n| --- | --- | --- |\n");
    for (Recovery recovery : Recovery.values()) {
      String codes =
          Arrays.stream(ErrorCode.values())
              .filter(code -> code.recovery() == recovery)
              .map(code -> "`" + code.code() + "`")
              .collect(Collectors.joining(", "));
      text.append("| `%s` | %s | %s |\n".formatted(recovery, recovery.advice(), codes));
    }
    return text.toString();
  }

  private static String codes() {
    StringBuilder text = new StringBuilder("\n## Codes\n\n");
    text.append("| code | exception | recovery | meaning |\n| --- | --- | --- | --- |\n");
    for (ErrorCode code : ErrorCode.values()) {
      text.append(
          "| `%s` | `%s` | `%s` | %s |\n"
              .formatted(
                  code.code(), code.type().getSimpleName(), code.recovery(), code.meaning()));
    }
    return text.toString();
  }
}
