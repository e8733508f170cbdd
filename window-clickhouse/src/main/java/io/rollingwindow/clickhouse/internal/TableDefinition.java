package io.rollingwindow.clickhouse.internal;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A table's definition, read token by token from the server's own text. Whatever is not known to
 * leave rows alone is listed as foreign, so that a clause that a later server invents is refused
 * instead of overlooked.
 *
 * @param foreign the clauses, elements and column properties that are not known to be harmless,
 *     each by the name of its place and keyword
 * @param settings the table's own settings
 * @param shape everything but name, identity and comment: two tables with equal shapes are made
 *     alike
 */
record TableDefinition(List<Foreign> foreign, Map<String, String> settings, List<SqlToken> shape) {

  /**
   * Something that may write, remove or change rows.
   *
   * @param place the column or the table
   * @param keyword what it is, in upper case
   */
  record Foreign(String place, String keyword) {}

  /** Keywords that begin a clause behind the engine and leave rows alone. */
  private static final Set<String> CLAUSES =
      Set.of("PARTITION", "PRIMARY", "ORDER", "SAMPLE", "SETTINGS", "COMMENT");

  /** Words between two operands of an expression. */
  private static final Set<String> OPERATORS =
      Set.of(
          "AND", "OR", "NOT", "IN", "LIKE", "ILIKE", "IS", "NULL", "BETWEEN", "DIV", "MOD", "AS",
          "ASC", "DESC", "GLOBAL");

  /** Column properties that leave values alone. */
  private static final Set<String> COLUMN_PROPERTIES =
      Set.of("COMMENT", "CODEC", "STATISTICS", "SETTINGS");

  static TableDefinition parse(String createTable) {
    return new Parser(SqlLexer.tokens(createTable)).parse();
  }

  private static final class Parser {

    private final List<SqlToken> tokens;
    private final List<Foreign> foreign = new ArrayList<>();
    private final Map<String, String> settings = new HashMap<>();
    private final List<SqlToken> shape = new ArrayList<>();
    private int position;

    Parser(List<SqlToken> tokens) {
      this.tokens = tokens;
    }

    TableDefinition parse() {
      while (!peekSymbol('(')) {
        position++;
        requireMore();
      }
      int end = closing(position);
      shape.addAll(tokens.subList(position, end + 1));
      for (List<SqlToken> element : split(position + 1, end)) {
        element(element);
      }
      position = end + 1;
      engine();
      while (position < tokens.size()) {
        clause();
      }
      return new TableDefinition(List.copyOf(foreign), Map.copyOf(settings), List.copyOf(shape));
    }

    private void element(List<SqlToken> element) {
      SqlToken first = element.get(0);
      if (first.isWord("INDEX")) {
        return;
      }
      if (first.isWord("CONSTRAINT")) {
        if (element.stream().noneMatch(token -> token.isWord("CHECK"))) {
          foreign.add(new Foreign(element.get(1).text(), "ASSUME"));
        }
        return;
      }
      if (first.isWord("PROJECTION")) {
        foreign.add(new Foreign(element.get(1).text(), "PROJECTION"));
        return;
      }
      columnProperties(first.text(), element);
    }

    /** Reads what follows a column's type: words outside brackets are properties. */
    private void columnProperties(String column, List<SqlToken> element) {
      int i = skipGroup(element, 2);
      while (i < element.size()) {
        String keyword = element.get(i).text().toUpperCase(Locale.ROOT);
        if (element.get(i).kind() != SqlToken.Kind.WORD || !COLUMN_PROPERTIES.contains(keyword)) {
          foreign.add(new Foreign(column, keyword));
          i = nextForeign(element, i + 1);
        } else {
          i = keyword.equals("COMMENT") ? i + 2 : skipGroup(element, i + 1);
        }
      }
    }

    /** Behind an expression the rest cannot be told apart; only a TTL is still worth naming. */
    private static int nextForeign(List<SqlToken> element, int from) {
      for (int i = from; i < element.size(); i = skipGroup(element, i + 1)) {
        if (element.get(i).isWord("TTL")) {
          return i;
        }
      }
      return element.size();
    }

    private static int skipGroup(List<SqlToken> list, int from) {
      if (from >= list.size() || !list.get(from).opens()) {
        return from;
      }
      int depth = 0;
      for (int i = from; i < list.size(); i++) {
        if (list.get(i).opens()) {
          depth++;
        } else if (list.get(i).closes() && --depth == 0) {
          return i + 1;
        }
      }
      return list.size();
    }

    private void engine() {
      int start = position;
      if (position + 2 >= tokens.size() || !tokens.get(position).isWord("ENGINE")) {
        throw new IllegalArgumentException("a table definition names its engine");
      }
      position += 3;
      if (peekSymbol('(')) {
        int end = closing(position);
        if (end > position + 1) {
          foreign.add(new Foreign("ENGINE", "ENGINE ARGUMENTS"));
        }
        position = end + 1;
      }
      shape.addAll(tokens.subList(start, position));
    }

    private void clause() {
      int start = position;
      String keyword = tokens.get(position).text().toUpperCase(Locale.ROOT);
      if (tokens.get(position).kind() != SqlToken.Kind.WORD || !CLAUSES.contains(keyword)) {
        foreign.add(new Foreign("table", keyword));
      }
      int words = keyword.equals("SETTINGS") || keyword.equals("COMMENT") ? 1 : 2;
      position = Math.min(position + words, tokens.size());
      int value = position;
      expression();
      if (keyword.equals("SETTINGS")) {
        settings(value, position);
      }
      if (!keyword.equals("COMMENT")) {
        shape.addAll(tokens.subList(start, position));
      }
    }

    /** Moves behind an expression: a word that follows a complete operand begins a clause. */
    private void expression() {
      boolean operandComplete = false;
      while (position < tokens.size()) {
        SqlToken token = tokens.get(position);
        if (token.opens()) {
          position = closing(position) + 1;
          operandComplete = true;
        } else if (token.kind() == SqlToken.Kind.SYMBOL) {
          position++;
          operandComplete = false;
        } else if (operandComplete && token.kind() == SqlToken.Kind.WORD) {
          String word = token.text().toUpperCase(Locale.ROOT);
          if (!OPERATORS.contains(word)) {
            return;
          }
          position++;
          operandComplete = word.equals("NULL") || word.equals("ASC") || word.equals("DESC");
        } else {
          position++;
          operandComplete = true;
        }
      }
    }

    private void settings(int from, int to) {
      for (List<SqlToken> setting : split(from, to)) {
        if (setting.size() >= 3) {
          StringBuilder value = new StringBuilder();
          setting.subList(2, setting.size()).forEach(token -> value.append(token.text()));
          settings.put(setting.get(0).text(), value.toString());
        }
      }
    }

    private List<List<SqlToken>> split(int from, int to) {
      List<List<SqlToken>> parts = new ArrayList<>();
      int start = from;
      for (int i = from; i < to; i++) {
        if (tokens.get(i).opens()) {
          i = closing(i);
        } else if (tokens.get(i).isSymbol(',')) {
          parts.add(tokens.subList(start, i));
          start = i + 1;
        }
      }
      if (start < to) {
        parts.add(tokens.subList(start, to));
      }
      return parts;
    }

    private int closing(int open) {
      int depth = 0;
      for (int i = open; i < tokens.size(); i++) {
        if (tokens.get(i).opens()) {
          depth++;
        } else if (tokens.get(i).closes() && --depth == 0) {
          return i;
        }
      }
      throw new IllegalArgumentException("a bracket is not closed");
    }

    private boolean peekSymbol(char symbol) {
      return position < tokens.size() && tokens.get(position).isSymbol(symbol);
    }

    private void requireMore() {
      if (position >= tokens.size()) {
        throw new IllegalArgumentException("a table definition lists its columns");
      }
    }
  }
}
