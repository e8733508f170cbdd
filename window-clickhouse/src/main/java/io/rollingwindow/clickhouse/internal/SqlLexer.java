package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.List;

/**
 * Divides a definition, as the server prints it, into tokens. What stands in quotes is never taken
 * for a keyword.
 */
final class SqlLexer {

  private final String sql;
  private int position;

  private SqlLexer(String sql) {
    this.sql = sql;
  }

  static List<SqlToken> tokens(String sql) {
    SqlLexer lexer = new SqlLexer(sql);
    List<SqlToken> tokens = new ArrayList<>();
    while (lexer.skipBlanks()) {
      tokens.add(lexer.next());
    }
    return tokens;
  }

  private boolean skipBlanks() {
    while (position < sql.length() && Character.isWhitespace(sql.charAt(position))) {
      position++;
    }
    return position < sql.length();
  }

  private SqlToken next() {
    char c = sql.charAt(position);
    if (c == '`' || c == '"') {
      return new SqlToken(SqlToken.Kind.NAME, quoted(c));
    }
    if (c == '\'') {
      return new SqlToken(SqlToken.Kind.TEXT, quoted(c));
    }
    if (Character.isDigit(c)) {
      return new SqlToken(SqlToken.Kind.NUMBER, run(true));
    }
    if (Character.isJavaIdentifierStart(c)) {
      return new SqlToken(SqlToken.Kind.WORD, run(false));
    }
    position++;
    return new SqlToken(SqlToken.Kind.SYMBOL, String.valueOf(c));
  }

  private String run(boolean number) {
    int start = position;
    while (position < sql.length()) {
      char c = sql.charAt(position);
      if (!Character.isJavaIdentifierPart(c) && !(number && c == '.')) {
        break;
      }
      position++;
    }
    return sql.substring(start, position);
  }

  private String quoted(char quote) {
    StringBuilder text = new StringBuilder();
    position++;
    while (position < sql.length()) {
      char c = sql.charAt(position++);
      if (c == '\\' && position < sql.length()) {
        text.append(unescaped(sql.charAt(position++)));
      } else if (c != quote) {
        text.append(c);
      } else if (position < sql.length() && sql.charAt(position) == quote) {
        text.append(quote);
        position++;
      } else {
        return text.toString();
      }
    }
    throw new IllegalArgumentException("a quote is not closed");
  }

  private static char unescaped(char c) {
    return switch (c) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      case '0' -> '\0';
      default -> c;
    };
  }
}
