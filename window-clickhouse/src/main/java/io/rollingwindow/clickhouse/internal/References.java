package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.IntStream;

/** Whether a definition refers to a table, by name, as text, or by a pattern. */
final class References {

  private References() {}

  static boolean to(TableRef table, List<SqlToken> tokens) {
    for (int i = 0; i < tokens.size(); i++) {
      if (byName(table, tokens, i) || byText(table, tokens, i) || byPattern(table, tokens, i)) {
        return true;
      }
    }
    return asSource(table, tokens);
  }

  /** {@code TABLE 'table'} of a dictionary, with {@code DB 'db'} or, by default, any. */
  private static boolean asSource(TableRef table, List<SqlToken> tokens) {
    List<String> databases = valuesOf("DB", tokens);
    return valuesOf("TABLE", tokens).contains(table.name())
        && (databases.isEmpty() || databases.contains(table.database()));
  }

  private static List<String> valuesOf(String word, List<SqlToken> tokens) {
    return IntStream.range(1, tokens.size())
        .filter(i -> tokens.get(i).isText() && tokens.get(i - 1).isWord(word))
        .mapToObj(i -> tokens.get(i).text())
        .toList();
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

  /** {@code 'db', 'table'} or {@code 'db.table'}, as engines and functions take them. */
  private static boolean byText(TableRef table, List<SqlToken> tokens, int i) {
    if (!tokens.get(i).isText() || (i > 0 && tokens.get(i - 1).isWord("COMMENT"))) {
      return false;
    }
    String text = tokens.get(i).text();
    if (text.equals(table.toString())) {
      return true;
    }
    return i >= 2
        && text.equals(table.name())
        && tokens.get(i - 1).isSymbol(',')
        && tokens.get(i - 2).isText()
        && tokens.get(i - 2).text().equals(table.database());
  }

  /** {@code merge('db', 'pattern')}, as engine or function; either may be a pattern. */
  private static boolean byPattern(TableRef table, List<SqlToken> tokens, int i) {
    if (!tokens.get(i).isWord("merge") || i + 1 >= tokens.size() || !tokens.get(i + 1).opens()) {
      return false;
    }
    List<String> arguments = arguments(tokens, i + 1);
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

  /** The text and names between a bracket and the one that closes it. */
  private static List<String> arguments(List<SqlToken> tokens, int open) {
    List<String> arguments = new ArrayList<>();
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      SqlToken token = tokens.get(i);
      if (token.opens()) {
        depth++;
      } else if (token.closes() && --depth == 0) {
        break;
      } else if (token.isText() || (token.isIdentifier() && !token.isWord("REGEXP"))) {
        arguments.add(token.text());
      }
    }
    return arguments;
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
