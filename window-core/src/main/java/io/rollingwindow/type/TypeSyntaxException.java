package io.rollingwindow.type;

/** A text that does not name a supported column type; nothing has been done with it. */
public final class TypeSyntaxException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String text;
  private final int position;
  private final String expected;

  TypeSyntaxException(String text, int position, String expected) {
    super("\"" + text + "\", at position " + position + ": expected " + expected);
    this.text = text;
    this.position = position;
    this.expected = expected;
  }

  /**
   * Returns the whole text that was read.
   *
   * @return the text as it was given
   */
  public String text() {
    return text;
  }

  /**
   * Returns where reading stopped.
   *
   * @return the position in {@link #text()}, in chars, counted from 0; its length when the text
   *     ended too early
   */
  public int position() {
    return position;
  }

  /**
   * Returns what would have been right at that position.
   *
   * @return a phrase that continues "expected"
   */
  public String expected() {
    return expected;
  }
}
