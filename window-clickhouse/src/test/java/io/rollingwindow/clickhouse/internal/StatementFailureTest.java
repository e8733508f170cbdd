package io.rollingwindow.clickhouse.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.clickhouse.client.api.ServerException;
import io.rollingwindow.error.ErrorCode;
import io.rollingwindow.error.TransientChunkException;
import io.rollingwindow.error.WindowException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server's failure becomes the decision to take, without a word of its text. */
class StatementFailureTest {

  private static StatementFailure rejected(int code, String text) {
    return StatementFailure.of(
        new SQLException(text, new ServerException(code, text, 500, "query-id")));
  }

  @ParameterizedTest
  @CsvSource({
    "60, UNKNOWN_TABLE, UNEXPECTED",
    "16, NO_SUCH_COLUMN_IN_TABLE, SCHEMA_CHANGED",
    "202, TOO_MANY_SIMULTANEOUS_QUERIES, TRANSIENT_FAILURE",
    "57, TABLE_ALREADY_EXISTS, TRANSIENT_FAILURE",
    "241, MEMORY_LIMIT_EXCEEDED, TRANSIENT_FAILURE",
    "236, ABORTED, TRANSIENT_FAILURE",
    "201, QUOTA_EXCEEDED, TARGET_QUOTA_EXHAUSTED",
    "243, NOT_ENOUGH_SPACE, TARGET_SPACE_EXHAUSTED",
    "497, ACCESS_DENIED, TARGET_REFUSED",
    "452, SETTING_CONSTRAINT_VIOLATION, TARGET_REFUSED",
    "9999, BRAND_NEW_CODE, UNEXPECTED"
  })
  void isTypedByItsCode(int code, String name, ErrorCode expected) {
    WindowException typed =
        Failures.typed("Doing it", rejected(code, "Code: " + code + ". text (" + name + ")"));

    assertEquals(expected, typed.code());
    assertTrue(typed.getMessage().contains(name));
  }

  @Test
  void aLostConnectionIsOpenAndTransient() {
    StatementFailure failure =
        StatementFailure.of(new SQLException("x", new SocketTimeoutException("Read timed out")));

    assertFalse(failure.isRejected());
    assertInstanceOf(TransientChunkException.class, Failures.typed("Doing it", failure));
  }

  @Test
  void anAnswerWithoutACodeIsAsGoodAsLost() {
    assertFalse(
        StatementFailure.of(new ServerException(0, "503 from a middlebox", 503, "q")).isRejected());
  }

  @Test
  void theServersTextWithItsRowsAndNamesIsNotPassedOn() {
    WindowException typed =
        Failures.typed(
            "Doing it",
            rejected(
                469,
                "Code: 469. Constraint violated. Column values: note = 'secret', password 'hunter2'"
                    + " (VIOLATED_CONSTRAINT)"));
    StringWriter trace = new StringWriter();
    typed.printStackTrace(new PrintWriter(trace));

    assertFalse(trace.toString().contains("secret"));
    assertFalse(trace.toString().contains("hunter2"));
    assertTrue(trace.toString().contains("VIOLATED_CONSTRAINT"));
  }
}
