package io.rollingwindow.it.bridge;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** What the bridge has to know of a statement to hand it to the right call of the engine. */
sealed interface Statement {

  /**
   * An INSERT followed by its data.
   *
   * @param text the statement without its FORMAT or VALUES clause
   * @param format the format of the data
   * @param dataOffset where the data starts in the bytes that were read
   */
  record InsertData(String text, String format, int dataOffset) implements Statement {}

  /**
   * Any other statement.
   *
   * @param outputFormat the format that its FORMAT clause asks for
   */
  record Plain(Optional<String> outputFormat) implements Statement {}

  /** Too little was read to tell. */
  record Incomplete() implements Statement {}

  /**
   * Looks at what was read so far: a statement, and behind it perhaps the start of its data.
   *
   * @param ended whether nothing follows
   */
  static Statement of(byte[] bytes, int length, boolean ended) {
    String text = new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    SqlTokens tokens = new SqlTokens(text);
    if (tokens.skipWord("INSERT")) {
      skipTarget(tokens);
      Optional<InsertData> insert = findData(tokens, bytes, text, ended);
      if (insert.isPresent()) {
        return insert.get();
      }
      return ended ? new Plain(Optional.empty()) : new Incomplete();
    }
    return ended ? new Plain(outputFormat(tokens)) : new Incomplete();
  }

  private static void skipTarget(SqlTokens tokens) {
    tokens.skipWord("INTO");
    tokens.skipWord("TABLE");
    tokens.skipWord("FUNCTION");
    tokens.next();
    while (tokens.isSymbol('.')) {
      tokens.next();
      tokens.next();
    }
  }

  /** Finds the clause, outside of brackets, after which data follows. */
  private static Optional<InsertData> findData(
      SqlTokens tokens, byte[] bytes, String text, boolean ended) {
    int depth = 0;
    for (; tokens.kind() != SqlTokens.Kind.END; tokens.next()) {
      if (tokens.isSymbol('(')) {
        depth++;
      } else if (tokens.isSymbol(')')) {
        depth--;
      } else if (tokens.isWord("SELECT") || tokens.isWord("INFILE")) {
        return Optional.empty();
      } else if (depth == 0 && tokens.isWord("VALUES")) {
        boolean whole = ended || tokens.end() < text.length();
        return whole
            ? Optional.of(new InsertData(utf8(bytes, tokens.start()), "Values", tokens.end()))
            : Optional.empty();
      } else if (depth == 0 && tokens.isWord("FORMAT")) {
        int clause = tokens.start();
        tokens.next();
        int data = startOfData(text, tokens.end());
        boolean whole = ended || data < text.length() || text.charAt(data - 1) == '\n';
        return whole
            ? Optional.of(new InsertData(utf8(bytes, clause), tokens.token(), data))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static String utf8(byte[] bytes, int length) {
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  /** Data starts after the rest of the line that names its format. */
  private static int startOfData(String text, int from) {
    int position = from;
    while (position < text.length() && " \t\f".indexOf(text.charAt(position)) >= 0) {
      position++;
    }
    if (position < text.length() && text.charAt(position) == '\r') {
      position++;
    }
    if (position < text.length() && text.charAt(position) == '\n') {
      position++;
    }
    return position;
  }

  /** The format of a FORMAT clause that ends the statement or is followed by SETTINGS only. */
  private static Optional<String> outputFormat(SqlTokens tokens) {
    Optional<String> format = Optional.empty();
    while (tokens.kind() != SqlTokens.Kind.END) {
      if (tokens.skipWord("FORMAT") && tokens.kind() == SqlTokens.Kind.WORD) {
        String name = tokens.token();
        tokens.next();
        boolean last =
            tokens.kind() == SqlTokens.Kind.END
                || tokens.isSymbol(';')
                || tokens.isWord("SETTINGS");
        format = last ? Optional.of(name) : format;
      } else if (tokens.kind() != SqlTokens.Kind.END) {
        tokens.next();
      }
    }
    return format;
  }
}
