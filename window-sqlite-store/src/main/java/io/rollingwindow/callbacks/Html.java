package io.rollingwindow.callbacks;

import java.util.Locale;

/** The text of a page as it grows. Whatever is not markup of ours is escaped. */
final class Html {

  private final StringBuilder out = new StringBuilder();

  Html markup(String markup) {
    out.append(markup);
    return this;
  }

  Html text(String text) {
    out.append(escape(text));
    return this;
  }

  /** One element with nothing but text inside. */
  Html element(String name, String text) {
    return markup("<" + name + ">").text(text).markup("</" + name + ">");
  }

  /** One element of a class with nothing but text inside. */
  Html element(String name, String cssClass, String text) {
    return markup("<" + name + " class=\"" + cssClass + "\">")
        .text(text)
        .markup("</" + name + ">\n");
  }

  /** A row of a table that names a fact and states it. */
  Html fact(String name, String value) {
    return markup("<tr><th scope=\"row\">")
        .text(name)
        .markup("</th><td>")
        .text(value)
        .markup("</td></tr>\n");
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    text.codePoints().forEach(c -> escape(escaped, c));
    return escaped.toString();
  }

  private static void escape(StringBuilder out, int c) {
    switch (c) {
      case '&' -> out.append("&amp;");
      case '<' -> out.append("&lt;");
      case '>' -> out.append("&gt;");
      case '"' -> out.append("&quot;");
      case '\'' -> out.append("&#39;");
      default -> {
        if (isInvisible(c)) {
          out.append(String.format(Locale.ROOT, "\\u%04x", c));
        } else {
          out.appendCodePoint(c);
        }
      }
    }
  }

  /** What has no form of its own, or turns the text around it, is shown by its number. */
  private static boolean isInvisible(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR;
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
