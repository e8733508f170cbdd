package io.rollingwindow.it.bridge;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An error that the engine reported, with its ClickHouse error code and its text.
 *
 * <p>The text is the engine's own, {@code Code: N. DB::Exception: ...}, since the clients read the
 * code from it.
 */
final class EngineException extends Exception {

  private static final long serialVersionUID = 1L;

  private static final Pattern CODE = Pattern.compile("Code: (\\d+)\\. DB::Exception: ");
  private static final int UNKNOWN_EXCEPTION = 1002;

  private final int code;

  private EngineException(int code, String message) {
    super(message);
    this.code = code;
  }

  /** Reads the code out of the engine's text; the engine repeats its prefix, a server does not. */
  static EngineException fromEngine(String text) {
    Matcher matcher = CODE.matcher(text);
    if (!matcher.lookingAt()) {
      return of(UNKNOWN_EXCEPTION, text, "UNKNOWN_EXCEPTION");
    }
    String prefix = matcher.group();
    String rest = text.substring(prefix.length());
    while (rest.startsWith(prefix)) {
      rest = rest.substring(prefix.length());
    }
    return new EngineException(Integer.parseInt(matcher.group(1)), prefix + rest.strip());
  }

  /** An error of the bridge's own, worded as a server words its errors. */
  static EngineException of(int code, String text, String name) {
    return new EngineException(
        code, "Code: " + code + ". DB::Exception: " + text + " (" + name + ")");
  }

  /** The text with the server's version at its end, where the engine did not put it itself. */
  String textWith(String version) {
    String suffix = " (version " + version + ")";
    return getMessage().endsWith(suffix) ? getMessage() : getMessage() + suffix;
  }

  /** The ClickHouse error code. */
  int code() {
    return code;
  }
}
