package io.rollingwindow.clickhouse.internal;

/**
 * One token of a statement.
 *
 * @param text the word, number or symbol; what is inside the quotes, unescaped
 */
record SqlToken(Kind kind, String text) {

  enum Kind {
    /** Letters outside quotes: a keyword or a plain identifier. */
    WORD,
    /** An identifier in quotes, never a keyword. */
    NAME,
    /** A string literal. */
    TEXT,
    NUMBER,
    SYMBOL
  }

  boolean isWord(String keyword) {
    return kind == Kind.WORD && text.equalsIgnoreCase(keyword);
  }

  boolean isSymbol(char symbol) {
    return kind == Kind.SYMBOL && text.charAt(0) == symbol;
  }

  boolean isIdentifier() {
    return kind == Kind.WORD || kind == Kind.NAME;
  }

  boolean isText() {
    return kind == Kind.TEXT;
  }

  boolean opens() {
    return isSymbol('(') || isSymbol('[') || isSymbol('{');
  }

  boolean closes() {
    return isSymbol(')') || isSymbol(']') || isSymbol('}');
  }
}
