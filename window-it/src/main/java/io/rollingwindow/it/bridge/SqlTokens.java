package io.rollingwindow.it.bridge;

/**
 * Walks over the tokens of a statement without understanding them: words, quoted things, brackets.
 *
 * <p>It reads one char per byte (the caller decodes as ISO 8859-1), as data in any encoding may
 * follow the statement.
 */
final class SqlTokens {

  /** What kind of token stands at the current position. */
  enum Kind {
    WORD,
    QUOTED,
    SYMBOL,
    END
  }

  private final String text;
  private int start;
  private int end;
  private Kind kind = Kind.SYMBOL;

  SqlTokens(String text) {
    this.text = text;
    next();
  }

  Kind kind() {
    return kind;
  }

  /** Where the current token starts. */
  int start() {
    return start;
  }

  /** Where the current token ends. */
  int end() {
    return end;
  }

  /** The current token as it is written. */
  String token() {
    return text.substring(start, end);
  }

  boolean isWord(String word) {
    return kind == Kind.WORD && token().equalsIgnoreCase(word);
  }

  boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(start) == symbol;
  }

  /** Skips the current token if it is this word. */
  boolean skipWord(String word) {
    boolean found = isWord(word);
    if (found) {
      next();
    }
    return found;
  }

  /** Moves to the next token. */
  void next() {
    start = skipSpaceAndComments(end);
    if (start >= text.length()) {
      kind = Kind.END;
      end = start;
      return;
    }
    char first = text.charAt(start);
    if (isWordChar(first)) {
      kind = Kind.WORD;
      end = start + 1;
      while (end < text.length() && isWordChar(text.charAt(end))) {
        end++;
      }
    } else if (first == '\'' || first == '"' || first == '`') {
      kind = Kind.QUOTED;
      end = endOfQuoted(start + 1, first);
    } else {
      kind = Kind.SYMBOL;
      end = start + 1;
    }
  }

  private int endOfQuoted(int from, char quote) {
    int position = from;
    while (position < text.length()) {
      char c = text.charAt(position);
      if (c == '\\') {
        position += 2;
      } else if (c == quote && position + 1 < text.length() && text.charAt(position + 1) == quote) {
        position += 2;
      } else if (c == quote) {
        return position + 1;
      } else {
        position++;
      }
    }
    return text.length();
  }

  private int skipSpaceAndComments(int from) {
    int position = from;
    while (position < text.length()) {
      if (Character.isWhitespace(text.charAt(position))) {
        position++;
      } else if (text.startsWith("--", position)) {
        position = after("\n", position);
      } else if (text.startsWith("/*", position)) {
        position = after("*/", position + 2);
      } else {
        return position;
      }
    }
    return position;
  }

  private int after(String mark, int from) {
    int found = text.indexOf(mark, from);
    return found < 0 ? text.length() : found + mark.length();
  }

  private static boolean isWordChar(char c) {
    return c == '_'
        || c == '$'
        || (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z');
  }
}
