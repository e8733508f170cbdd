package io.rollingwindow.it.bench;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Counts what a driver sends, by the trace that it logs itself. Slow; not for anything that is
 * timed.
 */
final class TraceCounter extends Handler implements AutoCloseable {

  private final Logger logger;
  private final Predicate<String> counts;
  private final Level levelBefore;
  private final boolean handedOnBefore;
  private final AtomicLong count = new AtomicLong();

  private TraceCounter(String logger, Predicate<String> counts) {
    this.logger = Logger.getLogger(logger);
    this.counts = counts;
    this.levelBefore = this.logger.getLevel();
    this.handedOnBefore = this.logger.getUseParentHandlers();
    setLevel(Level.ALL);
    this.logger.addHandler(this);
    this.logger.setUseParentHandlers(false);
    this.logger.setLevel(Level.ALL);
  }

  /** Statements to PostgreSQL. */
  static TraceCounter postgresStatements() {
    return new TraceCounter(
        "org.postgresql",
        message ->
            message.startsWith(" FE=> Execute")
                || message.startsWith(" FE=> SimpleQuery")
                || message.startsWith(" FE=> Query"));
  }

  /** Requests to ClickHouse, each with one statement. */
  static TraceCounter clickHouseRequests() {
    return new TraceCounter(
        "org.apache.hc.client5.http.headers", message -> message.contains(" >> POST "));
  }

  long count() {
    return count.get();
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getMessage() != null && counts.test(entry.getMessage())) {
      count.incrementAndGet();
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(handedOnBefore);
    logger.setLevel(levelBefore);
  }
}
