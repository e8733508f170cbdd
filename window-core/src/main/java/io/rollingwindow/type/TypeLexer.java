package io.rollingwindow.type;

/**
 * Cuts the text of a type name into tokens. It stands on one token at a time; {@link #advance()}
 * goes to the next.
 *
 * <p>Quoted text follows the rules of ClickHouse: a quote inside is written twice or after a
 * backslash, and a backslash starts an escape. An escape that ClickHouse would read in a way of its
 * own (an unknown letter, a byte above 127) is refused: it is better to ask for the plain character
 * than to guess.
 */
final class TypeLexer {

  enum Kind {
    WORD,
    NUMBER,
    QUOTED,
    OPEN,
    CLOSE,
    COMMA,
    EQUALS,
    END
  }

  private final String text;
  private int next;

  private Kind kind;
  private int start;
  private String value;

  TypeLexer(String text) {
    this.text = text;
    advance();
  }

  /** The kind of the current token. */
  Kind kind() {
    return kind;
  }

  /** Where the current token starts. */
  int position() {
    return start;
  }

  /**
   * The letters of a word, the digits of a number with its sign, or quoted text without its quotes.
   */
  String value() {
    return value;
  }

  TypeSyntaxException expected(String what) {
    return expectedAt(start, what);
  }

  TypeSyntaxException expectedAt(int position, String what) {
    return new TypeSyntaxException(text, position, what);
  }

  void advance() {
    while (next < text.length() && isBlank(text.charAt(next))) {
      next++;
    }
    start = next;
    value = "";
    if (next == text.length()) {
      kind = Kind.END;
      return;
    }
    char c = text.charAt(next);
    switch (c) {
      case '(' -> symbol(Kind.OPEN);
      case ')' -> symbol(Kind.CLOSE);
      case ',' -> symbol(Kind.COMMA);
      case '=' -> symbol(Kind.EQUALS);
      case '\'' -> quoted();
      default -> {
        if (isLetter(c)) {
          word();
        } else if (isDigit(c) || c == '-') {
          number();
        } else {
          throw expected("a letter, a number, a quote, a comma or a parenthesis");
        }
      }
    }
  }

  private void symbol(Kind symbol) {
    kind = symbol;
    next++;
  }

  private void word() {
    kind = Kind.WORD;
    while (next < text.length() && (isLetter(text.charAt(next)) || isDigit(text.charAt(next)))) {
      next++;
    }
    value = text.substring(start, next);
  }

  private void number() {
    kind = Kind.NUMBER;
    next++;
    while (next < text.length() && isDigit(text.charAt(next))) {
      next++;
    }
    value = text.substring(start, next);
    if (value.equals("-")) {
      throw expectedAt(next, "a digit");
    }
    if (next < text.length() && isLetter(text.charAt(next))) {
      throw expectedAt(next, "the end of the number");
    }
  }

  private void quoted() {
    kind = Kind.QUOTED;
    StringBuilder content = new StringBuilder();
    next++;
    while (true) {
      char c = current("a closing quote");
      next++;
      if (c == '\\') {
        content.append(escape());
      } else if (c != '\'') {
        content.append(c);
      } else if (next < text.length() && text.charAt(next) == '\'') {
        content.append('\'');
        next++;
      } else {
        value = content.toString();
        return;
      }
    }
  }

  private char escape() {
    char c = current("a character after the backslash");
    next++;
    return switch (c) {
      case '\\', '\'', '"', '`', '/' -> c;
      case 'a' -> '\u0007';
      case 'b' -> '\b';
      case 'e' -> '\u001B';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> '\u000B';
      case '0' -> '\0';
      case 'x' -> (char) ((hexDigit(7) << 4) | hexDigit(15));
      default ->
          throw expectedAt(next - 1, "one of \\ ' \" ` / a b e f n r t v 0 x after the backslash");
    };
  }

  private int hexDigit(int max) {
    int digit = Character.digit(current("a hexadecimal digit"), 16);
    if (digit < 0) {
      throw expectedAt(next, "a hexadecimal digit");
    }
    if (digit > max) {
      throw expectedAt(next, "an ASCII code; other characters are written as they are");
    }
    next++;
    return digit;
  }

  private char current(String what) {
    if (next == text.length()) {
      throw expectedAt(next, what);
    }
    return text.charAt(next);
  }

  private static boolean isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\u000B';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
