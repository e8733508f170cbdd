package io.rollingwindow.clickhouse.internal;

import io.rollingwindow.spi.ExchangeReply;
import io.rollingwindow.spi.PublicationIntent;
import java.time.Duration;

/** Sends the one statement whose repetition would undo it. */
final class Exchange {

  /**
   * How long the answer is waited for on the connection. The driver's HTTP layer repeats a request
   * by itself after a status of 429 or 503, once, when its pause of a second is not longer than
   * this wait; so it is kept shorter. A slower answer is not lost for that: the request is watched
   * on the server.
   */
  private static final Duration REPLY = Duration.ofMillis(900);

  private final TargetContext context;
  private final ControlSession session;

  /**
   * An exchange that is about to be sent.
   *
   * @param session a session under the intent's operation id
   */
  Exchange(TargetContext context, ControlSession session) {
    this.context = context;
    this.session = session;
  }

  ExchangeReply send(PublicationIntent intent) {
    String sql =
        "EXCHANGE TABLES %s AND %s"
            .formatted(
                context.target().sql(), context.target().sibling(intent.generationTable()).sql());
    try {
      session.executeOnce(sql, REPLY);
      return new ExchangeReply.Acknowledged();
    } catch (StatementFailure failure) {
      if (failure.isRejected()) {
        return new ExchangeReply.Rejected(failure.getMessage());
      }
      watch(intent);
      return new ExchangeReply.Lost(failure.getMessage());
    }
  }

  /** Lets a slow exchange end by itself; what it did is told by the identities. */
  private void watch(PublicationIntent intent) {
    try {
      new RunningRequests(session.as(intent.operationId() + "-watch"), context.limits().join())
          .join(intent.operationId(), context.limits().join());
    } catch (StatementFailure failure) {
      System.getLogger(Exchange.class.getName())
          .log(
              System.Logger.Level.DEBUG,
              "The exchange cannot be watched: {0}",
              failure.getMessage());
    }
  }
}
