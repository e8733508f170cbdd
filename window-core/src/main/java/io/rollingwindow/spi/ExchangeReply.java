package io.rollingwindow.spi;

/** What the server said to an EXCHANGE. It is a hint; the physical identities are the outcome. */
public sealed interface ExchangeReply {

  /** The server acknowledged it. */
  record Acknowledged() implements ExchangeReply {}

  /**
   * The server refused it.
   *
   * @param reason the server's code and name, without values
   */
  record Rejected(String reason) implements ExchangeReply {}

  /**
   * No answer came.
   *
   * @param reason what was seen instead
   */
  record Lost(String reason) implements ExchangeReply {}
}
