package io.rollingwindow.clickhouse.internal;

import com.clickhouse.client.api.ServerException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A statement that did not succeed. Its message holds the server's code and the name of that code,
 * or the kind of the lost connection: the server's own text may quote rows, so it is not passed on.
 */
final class StatementFailure extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private static final Pattern CODE_NAME = Pattern.compile("\\(([A-Z][A-Z0-9_]{2,})\\)");

  private final int code;

  private StatementFailure(int code, String message) {
    super(message);
    this.code = code;
  }

  /** Tells from a driver's failure whether the server answered, and what. */
  static StatementFailure of(Throwable failure) {
    Throwable root = failure;
    for (Throwable at = failure; at != null; at = at.getCause()) {
      if (at instanceof StatementFailure known) {
        return known;
      }
      if (at instanceof ServerException server && server.getCode() > 0) {
        return rejected(server.getCode(), String.valueOf(server.getMessage()));
      }
      root = at;
    }
    return new StatementFailure(0, "no answer came (" + root.getClass().getSimpleName() + ")");
  }

  private static StatementFailure rejected(int code, String text) {
    Matcher names = CODE_NAME.matcher(text);
    String name = "";
    while (names.find()) {
      name = names.group(1);
    }
    return new StatementFailure(
        code, "the server answered with code " + code + (name.isEmpty() ? "" : ", " + name));
  }

  /** Whether the server said no; otherwise its answer was lost and the outcome is open. */
  boolean isRejected() {
    return code > 0;
  }

  /** Whether another try may succeed, as far as the answer tells, or its absence. */
  boolean isPassing() {
    return !isRejected() || ServerCode.meaningOf(code) == ServerCode.Meaning.PASSING;
  }

  boolean is(ServerCode expected) {
    return code == expected.code();
  }

  int code() {
    return code;
  }
}
