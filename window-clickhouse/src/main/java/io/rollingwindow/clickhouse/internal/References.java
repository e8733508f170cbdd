package io.rollingwindow.clickhouse.internal;

import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Whether a definition refers to a table, by name, as text, or by a pattern. */
final class References {

  private References() {}

  static boolean to(TableRef table, List<SqlToken> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      if (byName(table, tokens, i) || byText(table, tokens, i) || byPattern(table, tokens, i)) {
        return true;
      }
    }
    return false;
  }

  /** {@code db.table}, the way the server writes every reference. */
  private static boolean byName(TableRef table, List<SqlToken> tokens, int i) {
    return i + 2 < tokens.size()
        && tokens.get(i).isIdentifier()
        && tokens.get(i).text().equals(table.database())
        && tokens.get(i + 1).isSymbol('.')
        && tokens.get(i + 2).isIdentifier()
        && tokens.get(i + 2).text().equals(table.name());
  }

  /** {@code 'db', 'table'} or {@code 'db.table'} as arguments, or {@code DB 'db' TABLE 'table'}. */
  private static boolean byText(TableRef table, List<SqlToken> tokens, int i) {
    if (!tokens.get(i).isText() || (i > 0 && tokens.get(i - 1).isWord("COMMENT"))) {
      return false;
    }
    String text = tokens.get(i).text();
    if (text.equals(table.toString())) {
      return true;
    }
    if (!text.equals(table.name()) || i < 2) {
      return false;
    }
    boolean argument =
        tokens.get(i - 1).isSymbol(',')
            && tokens.get(i - 2).isText()
            && tokens.get(i - 2).text().equals(table.database());
    return argument || tokens.get(i - 1).isWord("TABLE");
  }

  /** {@code merge('db', 'pattern')}, as engine or function; either may be a pattern. */
  private static boolean byPattern(TableRef table, List<SqlToken> tokens, int i) {
    if (!tokens.get(i).isWord("merge") || i + 1 >= tokens.size() || !tokens.get(i + 1).opens()) {
      return false;
    }
    List<String> arguments =
        tokens.subList(i + 2, Math.min(tokens.size(), i + 10)).stream()
            .takeWhile(token -> !token.closes())
            .filter(token -> token.isText() || token.isIdentifier())
            .filter(token -> !token.isWord("REGEXP"))
            .map(SqlToken::text)
            .toList();
    if (arguments.isEmpty()) {
      return false;
    }
    String pattern = arguments.get(arguments.size() - 1);
    boolean sameDatabase =
        arguments.size() == 1
            || arguments.get(0).equals(table.database())
            || finds(arguments.get(0), table.database());
    return sameDatabase && finds(pattern, table.name());
  }

  private static boolean finds(String pattern, String name) {
    try {
      return Pattern.compile(pattern).matcher(name).find();
    } catch (PatternSyntaxException e) {
      // The server's patterns are nearly the same; one that cannot be read here counts as a match.
      return true;
    }
  }
}
